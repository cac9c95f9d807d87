import { z } from 'zod/mini';
import { isSeen, unseenText } from '../core/fields/written-text.ts';
import { limits } from '../core/limits.ts';
import { retell } from '../core/texts/retell.ts';
import { textRecord, translator } from '../core/texts/translator.ts';
import texts from './ground.texts.json' with { type: 'json' };

const t = translator('contract/ground', texts);

/** The purposes of supervision, with their texts for admins. */
export const purposes = textRecord(texts.purpose, (key) => t(`purpose.${key}`));
export type Purpose = keyof typeof purposes;
export const purposeNames = Object.keys(purposes) as [Purpose, ...Purpose[]];

/** The legal bases of supervision, with their texts for admins. */
export const legalBases = textRecord(texts.legalBasis, (key) => t(`legalBasis.${key}`));
export type LegalBasis = keyof typeof legalBases;
export const legalBasisNames = Object.keys(legalBases) as [LegalBasis, ...LegalBasis[]];

/** A purpose of ours, or a legal basis, from its stored English title; null for a purpose in an admin's words. */
export function groundTitle(stored: string): string | null {
  const isOurs = [...Object.values(texts.purpose), ...Object.values(texts.legalBasis)].includes(stored);
  return isOurs ? retell('contract/ground', texts, ['purpose', 'legalBasis'], stored) : null;
}

const { purposeMaxLength, guardianMaxLength } = limits.ground;
/** Refuses characters that would break a line, such as one of the notice, or hide a part of it. */
export const printable = z.refine<string>(isSeen, unseenText);

/** A day of this millennium, as `2030-01-31`. */
export const day = z
  .string()
  .check(
    z.length(10),
    z.regex(/^2\d{3}-\d{2}-\d{2}$/),
    z.refine(isDay, 'This day does not exist. Write it as 2030-01-31.'),
  );

/** The ground on which a device is supervised. It is part of the notice that the person accepts. */
export const ground = z.strictObject({
  purpose: z.enum(purposeNames),
  /** What for, where the purpose is OTHER; else empty. Empty with OTHER: the purpose was not stated. */
  purposeText: z.string().check(z.trim(), z.maxLength(purposeMaxLength), printable),
  legalBasis: z.enum(legalBasisNames),
  /** The parent or guardian of a minor; null for an adult. */
  guardian: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(guardianMaxLength), printable)),
  /** The day on which an admin looks again at whether this is still needed; a minor has one. */
  reviewOn: z.nullable(day),
});
export type Ground = z.infer<typeof ground>;

const textFitsPurpose = z.refine<Ground>(
  ({ purpose, purposeText }) => purpose === 'OTHER' || purposeText === '',
  'Only the purpose OTHER takes a text of its own.',
);

/** A ground for the people of a file, of whom each may have a guardian of their own. Each is checked by `groundInput`. */
export const groundOfFile = ground.check(textFitsPurpose);

/** A ground as an admin gives it: its parts must fit together. */
export const groundInput = ground.check(
  textFitsPurpose,
  z.refine(
    ({ guardian, reviewOn }) => guardian === null || reviewOn !== null,
    'For a minor, please set the day on which this is reviewed.',
  ),
  z.refine(
    ({ legalBasis, guardian }) => legalBasis !== 'PARENTAL' || guardian !== null,
    'Parental responsibility needs the name of the parent or guardian.',
  ),
);

/** The default ground, for devices that joined before grounds existed and for passcodes made without one. */
export const groundNotStated: Ground = {
  purpose: 'OTHER',
  purposeText: '',
  legalBasis: 'CONSENT',
  guardian: null,
  reviewOn: null,
};

/** The purpose as admins read it. */
export function purposeTitle({ purpose, purposeText }: Pick<Ground, 'purpose' | 'purposeText'>): string {
  if (purpose !== 'OTHER') return purposes[purpose];
  return purposeText === '' ? t('notStated') : purposeText;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
