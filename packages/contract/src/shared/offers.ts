import { z } from 'zod/mini';
import { commandCatalogue, commandTypes, type CommandType } from './command.ts';
import { capabilityNames, type Capability } from '../core/access/capabilities.ts';
import { textRecord, translator } from '../core/texts/translator.ts';
import texts from './offers.texts.json' with { type: 'json' };

const t = translator('contract/offers', texts);

/** What kind of client a device runs. Clients from before version 1.1 do not say. */
export const platforms = ['BROWSER', 'TERMUX', 'SIMULATED'] as const;
export type Platform = (typeof platforms)[number];

/** How the console names a kind of client; the operating system follows, as in "Browser on Android". */
export const platformWords: Readonly<Record<Platform, string>> = textRecord(texts.platform, (key) =>
  t(`platform.${key}`),
);

const refusalMaxLength = 120;
const name = z.string().check(z.maxLength(50));

/**
 * What a client can carry out. Names that the server does not know are ignored: a newer client may know more commands. A command
 * that a client does not list is not offered by it, with or without a reason.
 */
export const offers = z.strictObject({
  commands: z.array(name).check(z.maxLength(60)),
  /** Why it cannot carry out the others, by command, in words for the admin: "A browser cannot read text messages." */
  refusals: z
    .record(name, z.string().check(z.minLength(1), z.maxLength(refusalMaxLength)))
    .check(z.refine((refusals) => Object.keys(refusals).length <= 30, 'At most 30 refusals.')),
  /** The client accepts SEND_FILE, DELETE_FILE and FETCH_MEDIA for several files in one command. Without it they name one. */
  lists: z.optional(z.literal(true)),
});
export type Offers = z.infer<typeof offers>;

/** Stored and sent in English when a client gives no reason. */
export const notOfferedText = texts.notOffered;

/** Why a client cannot carry out a command; null when it can. A client that told no offers can carry out everything. */
export function refusalOf(offered: Offers | null, type: CommandType): string | null {
  if (offered === null || offered.commands.includes(type)) return null;
  return offered.refusals[type] ?? t('notOffered');
}

/** Why a client cannot share anything of a capability; null when at least one of its commands is offered, or it has none. */
export function capabilityRefusal(offered: Offers | null, capability: Capability): string | null {
  const types = commandTypes.filter((type) => commandCatalogue[type].capability === capability);
  const refusals = types.map((type) => refusalOf(offered, type));
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}

/** The offers of a client that can do everything but what needs one of these capabilities. */
export function offersWithout(reasons: Readonly<Partial<Record<Capability, string>>>): Offers {
  const refused = (type: CommandType) => reasons[commandCatalogue[type].capability];
  return {
    lists: true,
    commands: commandTypes.filter((type) => refused(type) === undefined),
    refusals: Object.fromEntries(
      commandTypes.flatMap((type) => {
        const reason = refused(type);
        return reason === undefined ? [] : [[type, reason]];
      }),
    ),
  };
}

/** For how many days each capability's data is kept; null for what is not kept, such as notifications. */
export const keptDays = z.record(z.enum(capabilityNames), z.nullable(z.int()));
export type KeptDays = z.infer<typeof keptDays>;
