import { commandTypes, type CommandType, type Offers } from '@fairwatch/contract';
import { storableText } from '../storable-text.ts';

/** The offers of a client without commands that this server does not know: a newer client may name more, and a hostile one any text. */
export function knownOffers({ commands, refusals }: Offers): Offers {
  const reasons = commandTypes.flatMap((type): [CommandType, string][] => {
    const reason = Object.hasOwn(refusals, type) ? refusals[type] : undefined;
    return reason === undefined || commands.includes(type) ? [] : [[type, storableText(reason)]];
  });
  return { commands: commandTypes.filter((type) => commands.includes(type)), refusals: Object.fromEntries(reasons) };
}
