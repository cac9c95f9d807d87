import type { Capability } from '../../core/access/capabilities.ts';
import type { Ground } from '../../shared/ground.ts';

/** One sentence for adults, and one for minors in words that a child of ten knows. */
interface Sentence {
  plain: string;
  simple: string;
}

/** All texts of the notice in one language, for its person and for the guardian of a minor. Raise `noticeVersion` when any of them changes. */
export interface NoticeWords {
  introduction: string;
  simpleIntroduction: string;
  /** For the guardian of a minor, above the words for adults. */
  guardianIntroduction: string;
  /** The legal basis PARENTAL, as the guardian reads it. */
  guardianDecides: string;
  /** What stands before a sentence, with its colon and space. */
  label: Record<'purpose' | 'legalBasis' | 'simplePurpose' | 'simpleLegalBasis', string>;
  guardian: (name: string) => string;
  purposes: Record<Ground['purpose'], Sentence>;
  legalBases: Record<Ground['legalBasis'], Sentence>;
  /** Between the title of a capability and what it shares. */
  colon: string;
  capability: (name: Capability) => { title: string; shares: string; simple: string };
}

/** The words for each capability: its title, what it shares, and the same for minors. */
export type CapabilityTexts = Record<Capability, readonly [title: string, shares: string, simple: string]>;

export function fromTexts(texts: CapabilityTexts): NoticeWords['capability'] {
  return (name) => {
    const [title, shares, simple] = texts[name];
    return { title, shares, simple };
  };
}
