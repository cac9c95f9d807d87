import { limits, type AuditDetails, type LogEntry, type LogVisit, type VisitRange } from '@fairwatch/contract';
import type { Database } from '../../database/schema.ts';
import { logWords, type LogLine } from './log-words.ts';
import type { RecordedEntry } from './person.store.ts';
import { visitWords } from './visit-words.ts';
import { findVisits, readDeeds, readVisitEntries } from './visits.store.ts';

/** What of an entry's details the reader may see. The device's own person sees all of them. */
export type ShownDetails = (line: Pick<LogLine, 'action' | 'subject' | 'details'>) => Readonly<AuditDetails> | null;
const all: ShownDetails = ({ details }) => details;

interface Place {
  deviceId: number;
  /** The entry below which it goes on; null for the newest. */
  before: number | null;
}

/** A page of a device's log by visits, newest first. */
export async function readVisits(
  db: Database,
  { deviceId, before }: Place,
  shown: ShownDetails = all,
): Promise<{ visits: LogVisit[]; more: boolean }> {
  const { visits, more } = await findVisits(db, { deviceId, before, count: limits.audit.visitsPageSize });
  const deeds = visits.length === 0 ? [] : await readDeeds(db, deviceId, visits);
  const ofVisit = Map.groupBy(deeds, ({ visit }) => visit);
  return {
    visits: visits.map(({ first, last, from, to, who, entries }) => {
      const own = ofVisit.get(last) ?? [];
      for (const deed of own) deed.details = shown(deed);
      return { first, last, from, to, who, entries, summary: visitWords(own) };
    }),
    more,
  };
}

/** A page of the entries of one visit, newest first. */
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

/** An entry as its reader gets it. */
export function inWords(entry: Omit<RecordedEntry, 'details'> & Pick<LogLine, 'details'>): LogEntry {
  const { sequence, recordedAt, who, action } = entry;
  return { sequence, recordedAt, who, action, what: logWords(entry) };
}
