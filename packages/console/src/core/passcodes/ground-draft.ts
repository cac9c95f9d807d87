import { groundNotStated, limits, type Ground, type Purpose } from '@fairwatch/contract';

/** A ground while it is filled in. */
export interface GroundDraft extends Omit<Ground, 'purpose' | 'guardian' | 'reviewOn'> {
  /** Null until it was chosen: what the notice says must not be a default. */
  purpose: Purpose | null;
  minor: boolean;
  guardian: string;
  /** Empty for none. */
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

const dayMs = 24 * 60 * 60 * 1000;

/** The day that is so many days away, in UTC as the server counts them. */
function dayAfter(days: number, now: Date): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The days between which a review may lie. */
export function reviewBounds(now = new Date()): { first: string; last: string } {
  return { first: dayAfter(1, now), last: dayAfter(limits.ground.reviewWithinDays, now) };
}

/** When a minor's device is reviewed unless another day is chosen: in half a year. */
export function usualReview(now = new Date()): string {
  return dayAfter(182, now);
}

export type GroundProblem = 'purpose' | 'purposeText' | 'legalBasis' | 'guardian' | 'reviewOn';

/** What is missing or does not fit together, in the order of the fields. */
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

/** The ground that was filled in; to be called when there is no problem with it. */
export function groundOf({ purpose, purposeText, legalBasis, minor, guardian, reviewOn }: GroundDraft): Ground {
  return {
    purpose: purpose ?? 'OTHER',
    purposeText: purpose === 'OTHER' ? purposeText.trim() : '',
    legalBasis,
    guardian: minor ? guardian.trim() : null,
    reviewOn: reviewOn === '' ? null : reviewOn,
  };
}
