import { commandTypes, type CommandType, type Offers } from '@fairwatch/contract';
import { storableText } from '../storable-text.ts';

/** What a client offers, as it is stored: commands that the server does not know are a newer client's, or any text. */
export function knownOffers({ commands, refusals }: Offers): Offers {
  const reasons = commandTypes.flatMap((type): [CommandType, string][] => {
    const reason = Object.hasOwn(refusals, type) ? refusals[type] : undefined;
    return reason === undefined || commands.includes(type) ? [] : [[type, storableText(reason)]];
  });
  return { commands: commandTypes.filter((type) => commands.includes(type)), refusals: Object.fromEntries(reasons) };
}
