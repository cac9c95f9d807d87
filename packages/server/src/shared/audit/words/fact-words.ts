import {
  groundTitle,
  hoursText,
  quoted,
  retellAlert,
  retellArea,
  scheduleTiming,
  sharingHours,
  timingInSentence,
  userTypeTitle,
  type AuditDetails,
} from '@fairwatch/contract';
import type { z } from 'zod/mini';
import { logText } from './log-texts.ts';

type Details = Readonly<AuditDetails>;

/** A fact that is stored as JSON; undefined where an entry of an earlier version has only words, or none. */
function factOf<Fact extends z.ZodMiniType>(fact: Fact, stored: unknown): z.output<Fact> | undefined {
  if (typeof stored !== 'string') return undefined;
  try {
    return fact.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

/** The hours in which a person shares. "any" is stored for all. */
export function hoursWords({ hours, weekHours }: Details): string {
  if (weekHours === 'any') return hoursText(null);
  const stored = factOf(sharingHours, weekHours);
  return stored === undefined ? String(hours) : hoursText(stored);
}

/** When a schedule starts, inside of a sentence. */
export function timesWords({ when, timing }: Details): string {
  const stored = factOf(scheduleTiming, timing);
  // Entries of earlier versions have only English words.
  return stored === undefined ? String(when).replace(/^E(?=very )/, 'e') : timingInSentence(stored);
}

/** Why something ended that nobody chose to end. `lost` is the admin who lost access. */
export function becauseWords({ because, lost, blocked }: Details): string {
  if (lost !== undefined) return logText('because.lost', { admin: String(lost) });
  return blocked === undefined ? String(because) : logText('because.blocked', { admin: String(blocked) });
}

/** The purposes of ours as they are, those in an admin's words in quotes. */
export function purposeWords(purpose: string): string {
  return groundTitle(purpose) ?? quoted(purpose);
}

export function basisWords(legalBasis: string): string {
  return groundTitle(legalBasis) ?? legalBasis;
}

export function accountWords(type: unknown): string {
  return userTypeTitle(String(type));
}

/** The words of an alert, or of the condition of its rule. */
export function alertSentence({ words }: Details): string {
  return retellAlert(String(words));
}

/** What kind of area a zone is; null where the line does not say. */
export function areaOf({ area }: Details): string | null {
  return area === undefined ? null : retellArea(String(area));
}
