import {
  inLanguage,
  isTaking,
  type Language,
  limits,
  sourceLanguage,
  toAdmin,
  toPerson,
  type LogEntry,
  type LogReader,
  type LogVisit,
  type VisitRange,
} from '@fairwatch/contract';
import type { Database } from '../../schema/schema.ts';
import { factsOf, takingOf } from '../line-facts.ts';
import { logWords } from '../words/log-words.ts';
import type { RecordedEntry } from '../device-log.store.ts';
import type { LineReader } from '../told-lines-sql.ts';
import { visitWords } from './visit-words.ts';
import { findVisits, readActivities, readVisitEntries, type VisitActivity } from './visits.store.ts';

interface VisitPlace {
  deviceId: number;
  /** The page has entries below this sequence; null for the newest page. */
  before: number | null;
  /** Also what the person's client shows beside the words. Only for the device's person. */
  withFacts?: boolean;
  /** The language of the sentences; English when omitted. */
  language?: Language;
}

/** Reads a page of a device's log grouped by visits, newest first. `reader` is the admin who reads it; null for the device's person. */
export async function readVisits(
  db: Database,
  { deviceId, before, withFacts = false, language = sourceLanguage }: VisitPlace,
  reader: LineReader | null = null,
): Promise<{ visits: LogVisit[]; more: boolean }> {
  const { visits, more } = await findVisits(db, { deviceId, before, count: limits.audit.visitsPageSize });
  const activities = visits.length === 0 ? [] : await readActivities(db, { deviceId, visits, reader });
  const ofVisit = Map.groupBy(activities, ({ visit }) => visit);
  return {
    visits: inLanguage(language, () =>
      visits.map(({ first, last, from, to, who, entries }) =>
        Object.assign(
          { first, last, from, to, who, entries },
          summarise(ofVisit.get(last) ?? [], readerOf(reader), withFacts),
        ),
      ),
    ),
    more,
  };
}

function summarise(
  activities: readonly VisitActivity[],
  reader: LogReader,
  withFacts: boolean,
): Pick<LogVisit, 'summary' | 'weight' | 'kind' | 'taken'> {
  const summary = visitWords(activities, reader);
  const [first, ...others] = activities;
  if (!withFacts || !first) return { summary };
  return { summary, ...factsOf([first, ...others]), taken: visitWords(takingOf(activities), reader) };
}

/** Reads a page of the entries of one visit, newest first, for an admin or the device's person. */
export async function readVisit(
  db: Database,
  place: VisitPlace & VisitRange,
  reader: LineReader | null = null,
): Promise<{ entries: LogEntry[]; more: boolean }> {
  const { logPageSize } = limits.device;
  const found = await readVisitEntries(db, { ...place, count: logPageSize + 1, reader });
  return {
    entries: inLanguage(place.language ?? sourceLanguage, () =>
      found.slice(0, logPageSize).map((entry) => inWords(entry, readerOf(reader), place.withFacts)),
    ),
    more: found.length > logPageSize,
  };
}

const readerOf = (admin: LineReader | null): LogReader => (admin === null ? toPerson : toAdmin);

/** Returns an entry with its sentence, in the form of the API. */
export function inWords(entry: RecordedEntry, reader: LogReader = toPerson, withFacts = false): LogEntry {
  const { sequence, recordedAt, who, action, sent } = entry;
  const facts = withFacts && { ...factsOf([entry]), taken: isTaking(entry), ...(sent && { sent }) };
  return { sequence, recordedAt, who, action, what: logWords(entry, reader), ...facts };
}
