import { groundNotStated, limits, presets, type Ground, type Purpose } from '@fairwatch/contract';
import { sessionStore } from '../../core/session/session-store.ts';

/** The form values of a ground. */
export interface GroundDraft extends Omit<Ground, 'purpose' | 'guardian' | 'reviewOn'> {
  /** Null until it is chosen. It has no default but that of a preset, because the person reads it in the notice. */
  purpose: Purpose | null;
  minor: boolean;
  guardian: string;
  /** A date such as 2026-11-15; empty for none. */
  reviewOn: string;
}

export const emptyDraft: GroundDraft = {
  purpose: null,
  purposeText: '',
  legalBasis: groundNotStated.legalBasis,
  minor: false,
  guardian: '',
  reviewOn: '',
};

/** The values that the form starts with: those that the installation's preset proposes, or none. */
export function startDraft(): GroundDraft {
  const { preset } = sessionStore.get().installation;
  if (preset === null || preset === 'everything') return emptyDraft;
  const { minor, ...ground } = presets[preset].ground;
  return { ...emptyDraft, ...ground, minor, reviewOn: minor ? usualReview() : '' };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The date a number of days from now, in UTC like the server. */
function dayAfter(days: number, now: Date): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The first and the last date allowed for a review. */
export function reviewBounds(now = new Date()): { first: string; last: string } {
  return { first: dayAfter(1, now), last: dayAfter(limits.ground.reviewWithinDays, now) };
}

/** The default review date of a minor's device: in half a year. */
export function usualReview(now = new Date()): string {
  return dayAfter(182, now);
}

export type GroundProblem = 'purpose' | 'purposeText' | 'legalBasis' | 'guardian' | 'reviewOn';

/** The fields that are missing or contradict others, in the order of the form. */
export function problemsOf(draft: GroundDraft, now = new Date()): GroundProblem[] {
  const { purpose, purposeText, legalBasis, minor, guardian, reviewOn } = draft;
  const { first, last } = reviewBounds(now);
  const reviewMissing = reviewOn === '' ? minor : reviewOn < first || reviewOn > last;
  const problems: Record<GroundProblem, boolean> = {
    purpose: purpose === null,
    purposeText: purpose === 'OTHER' && purposeText.trim() === '',
    legalBasis: legalBasis === 'PARENTAL' && !minor,
    guardian: minor && guardian.trim() === '',
    reviewOn: reviewMissing,
  };
  return (Object.keys(problems) as GroundProblem[]).filter((field) => problems[field]);
}

/** Converts a valid draft to a ground. */
export function groundOf({ purpose, purposeText, legalBasis, minor, guardian, reviewOn }: GroundDraft): Ground {
  return {
    purpose: purpose ?? 'OTHER',
    purposeText: purpose === 'OTHER' ? purposeText.trim() : '',
    legalBasis,
    guardian: minor ? guardian.trim() : null,
    reviewOn: reviewOn === '' ? null : reviewOn,
  };
}
