import { capabilityNames, type Capability } from '../../core/access/capabilities.ts';
import type { Language } from '../../core/texts/languages.ts';
import { groundNotStated, legalBases, type Ground } from '../../shared/ground.ts';
import { englishWords } from './english.ts';
import type { NoticeWords } from './notice-words.ts';

/** Raise it whenever a text of the notice changes: consent is given to a version. */
export const noticeVersion = 3;

/** The first version of the notice that speaks of live views: before its person has agreed to it, a device offers none. */
export const liveViewSinceNotice = 3;

/** The others are registered by who needs them (`further-notices.ts`), so that a page that shows none loads none. */
const registered: Partial<Record<Language, NoticeWords>> = { en: englishWords };

/** Adds the words of the notice in further languages. */
export function registerNotices(further: Partial<Record<Language, NoticeWords>>): void {
  Object.assign(registered, further);
}

/** Whether the words of the notice in a language are here. */
export function hasNotice(language: NoticeLanguage): boolean {
  return registered[language] !== undefined;
}

/** Another language never takes the place of a missing one: consent is given to a text. */
function wordsIn(language: NoticeLanguage): NoticeWords {
  const words = registered[language];
  if (words === undefined) throw new Error(`The notice in ${language} is not loaded.`);
  return words;
}

/** The languages in which there is a notice. */
export const noticeLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'pt-BR',
  'nl',
  'tr',
  'ar',
] as const satisfies readonly Language[];
export type NoticeLanguage = Language;
export const noticeLanguage: NoticeLanguage = 'en';

/** What the notice says about why a device is supervised. The day of the review is not in it, since that day moves. */
export type NoticeGround = Omit<Ground, 'reviewOn'>;

/**
 * The whole notice as the person reads it before joining; in simple words when they have a guardian. It names the kinds of data that the
 * installation uses and no others.
 */
export function noticeText(
  given: NoticeGround = groundNotStated,
  language: NoticeLanguage = noticeLanguage,
  used: readonly Capability[] = capabilityNames,
): string {
  const {
    introduction,
    simpleIntroduction,
    label,
    guardian: guardianKnows,
    purposes,
    legalBases: bases,
    colon,
  } = wordsIn(language);
  const { purpose, purposeText, legalBasis, guardian } = given;
  const style = guardian === null ? 'plain' : 'simple';
  const purposeSentence = purposeText === '' ? purposes[purpose][style] : purposeText;
  const kinds = capabilityWords(given, language);
  const shared = capabilityNames
    .filter((name) => used.includes(name))
    .map((name) => kinds[name].title + colon + kinds[name].shares);
  if (guardian === null) {
    return [introduction, label.purpose + purposeSentence, label.legalBasis + bases[legalBasis].plain, ...shared].join(
      '\n',
    );
  }
  return [
    simpleIntroduction,
    label.simplePurpose + purposeSentence,
    label.simpleLegalBasis + bases[legalBasis].simple,
    guardianKnows(guardian),
    ...shared,
  ].join('\n');
}

/** What the guardian of a minor reads and signs: the notice in the words for adults, below an introduction of its own. */
export function guardianNoticeText(
  given: NoticeGround,
  language: NoticeLanguage = noticeLanguage,
  used: readonly Capability[] = capabilityNames,
): string {
  const { guardianIntroduction, guardianDecides, label } = wordsIn(language);
  const [, purpose = '', basis = '', ...shared] = noticeText({ ...given, guardian: null }, language, used).split('\n');
  const basisOfGuardian = given.legalBasis === 'PARENTAL' ? label.legalBasis + guardianDecides : basis;
  return [guardianIntroduction, purpose, basisOfGuardian, ...shared].join('\n');
}

/** What the notice calls a capability, and what it says that it shares. */
export interface CapabilityWords {
  title: string;
  shares: string;
}

/** The words of the notice for each capability, in the notice's order. */
export function capabilityWords(
  { guardian }: Pick<NoticeGround, 'guardian'> = groundNotStated,
  language: NoticeLanguage = noticeLanguage,
): Record<Capability, CapabilityWords> {
  const entries = capabilityNames.map((name) => {
    const { title, shares, simple } = wordsIn(language).capability(name);
    return [name, { title, shares: guardian === null ? shares : simple }] as const;
  });
  return Object.fromEntries(entries) as Record<Capability, CapabilityWords>;
}

/** The legal basis among other facts: its name, or for a minor the simple sentence of the notice. */
export function legalBasisText({ legalBasis, guardian }: Pick<NoticeGround, 'legalBasis' | 'guardian'>): string {
  return guardian === null ? legalBases[legalBasis] : wordsIn(noticeLanguage).legalBases[legalBasis].simple;
}

/** The hash of the notice, which identifies the exact text that a person agreed to. */
export async function noticeHash(
  given?: NoticeGround,
  language?: NoticeLanguage,
  used?: readonly Capability[],
): Promise<string> {
  return await hashText(noticeText(given, language, used));
}

/** The hash of what a guardian signs. */
export async function guardianNoticeHash(
  given: NoticeGround,
  language?: NoticeLanguage,
  used?: readonly Capability[],
): Promise<string> {
  return await hashText(guardianNoticeText(given, language, used));
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether there is a notice in a language. */
export function isNoticeLanguage(language: string): language is NoticeLanguage {
  return noticeLanguages.some((each) => each === language);
}
