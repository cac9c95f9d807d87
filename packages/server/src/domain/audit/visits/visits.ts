import { limits, type AuditDetails, type LogEntry, type LogVisit, type VisitRange } from '@fairwatch/contract';
import type { Database } from '../../schema/schema.ts';
import { logWords, type LogLine } from '../log-words.ts';
import type { RecordedEntry } from '../device-log.store.ts';
import { visitWords } from './visit-words.ts';
import { findVisits, readActivities, readVisitEntries } from './visits.store.ts';

/** Returns the details of an entry that the reader may see. The device's person sees all of them. */
export type ShownDetails = (line: Pick<LogLine, 'action' | 'subject' | 'details'>) => Readonly<AuditDetails> | null;
const all: ShownDetails = ({ details }) => details;

interface Place {
  deviceId: number;
  /** The page has entries below this sequence; null for the newest page. */
  before: number | null;
}

/** Reads a page of a device's log grouped by visits, newest first. */
export async function readVisits(
  db: Database,
  { deviceId, before }: Place,
  shown: ShownDetails = all,
): Promise<{ visits: LogVisit[]; more: boolean }> {
  const { visits, more } = await findVisits(db, { deviceId, before, count: limits.audit.visitsPageSize });
  const activities = visits.length === 0 ? [] : await readActivities(db, deviceId, visits);
  const ofVisit = Map.groupBy(activities, ({ visit }) => visit);
  return {
    visits: visits.map(({ first, last, from, to, who, entries }) => {
      const own = ofVisit.get(last) ?? [];
      for (const activity of own) activity.details = shown(activity);
      return { first, last, from, to, who, entries, summary: visitWords(own) };
    }),
    more,
  };
}

/** Reads a page of the entries of one visit, newest first. */
export async function readVisit(
  db: Database,
  place: Place & VisitRange,
  shown: ShownDetails = all,
): Promise<{ entries: LogEntry[]; more: boolean }> {
  const { logPageSize } = limits.device;
  const found = await readVisitEntries(db, { ...place, count: logPageSize + 1 });
  const entries = found.slice(0, logPageSize).map((entry) => inWords({ ...entry, details: shown(entry) }));
  return { entries, more: found.length > logPageSize };
}

/** Returns an entry with its sentence, in the form of the API. */
export function inWords(entry: Omit<RecordedEntry, 'details'> & Pick<LogLine, 'details'>): LogEntry {
  const { sequence, recordedAt, who, action } = entry;
  return { sequence, recordedAt, who, action, what: logWords(entry) };
}
