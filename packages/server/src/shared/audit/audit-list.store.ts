import {
  endpoints,
  inLanguage,
  sourceLanguage,
  type Language,
  toAdmin,
  type auditList,
  type AuditLogEntry,
  type ParsedInputOf,
  type CommandState,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { contentReads } from './read-lines.ts';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../schema/schema.ts';
import { containsPattern, isoTime } from '../../core/database/list-sql.ts';
import { inScope } from '../scope-sql.ts';
import { logWords } from './words/log-words.ts';
import { partlyOf, stepOf } from './device-log.store.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';
import { detailsShown, isLineTold } from './told-lines-sql.ts';
import { shownName } from '../shown-names.ts';
import { folded } from '../../core/database/text-search.ts';

type AuditInput = ParsedInputOf<typeof auditList>;

/** Everything that can be the subject of an entry: endpoints, and reads of files. */
const subjects = [...endpoints, ...contentReads];

/**
 * Lists the entries of all devices in scope, those that left included, each with the parts that this admin may be told now. Plan: a page
 * walks the index on `recorded_at`, or on (`device_id`, `sequence`) when one device is chosen, and joins the device and its person by primary
 * key; what may be told is decided for the rows of the page. Names are searched in subqueries on their trigram indexes first, and what
 * entries are about by its own index, where each match is decided: a search finds nothing that it does not show.
 */
export async function listAudit(
  db: Database,
  scope: Scope,
  input: AuditInput,
  language: Language = sourceLanguage,
): Promise<AuditPage> {
  const where = sql`${inScope(scope, sql`e.device_id`)} and ${matchesFilters(input)} and ${matchesSearch(input.search)}`;
  const isShown = isLineTold(sql`${scope.userId}::bigint`, sql`e`);
  const about = matchesObject(input.object ?? '', isShown);
  const { json, pagination } = await selectLongListPage(
    db,
    {
      table: sql`audit_entries e`,
      sources: sql`audit_entries e
        join devices d on d.id = e.device_id
        join users u on u.id = d.user_id`,
      fields: sql`e.id, e.device_id as "deviceId", coalesce(nullif(${shownName}, ''), 'Device ' || d.id) as "deviceName", u.username,
        d.left_at is not null as "deviceLeft", e.sequence, ${isoTime(sql`e.recorded_at`)} as "recordedAt",
        coalesce(nullif(e.actor_name, ''), u.username) as "actorName", e.action, e.subject as path,
        coalesce(${detailsShown(sql`e`, isShown)}, '{}') as details, not ${isShown} as withheld, e.details is null as erased,
        ${stepOf(sql`e`)} as step, ${partlyOf(sql`e`)} as partly`,
      id: sql`e.id`,
      where,
      kept: sql`select count(*) from audit_entries e where ${where}`,
      narrowed: about === null ? null : { found: about, matches: about },
      // The entries of one device are ordered by sequence, for which there is an index of its own.
      sortBy: input.deviceId === undefined ? sql`e.recorded_at` : sql`e.sequence`,
      direction: input.sortDirection,
    },
    input,
  );
  const entries = JSON.parse(json) as StoredEntry[];
  // Devices that left are not named in the page, so nothing is logged for them.
  const present = entries.filter(({ deviceLeft }) => !deviceLeft);
  return {
    page: { json: JSON.stringify(inLanguage(language, () => entries.map(inWords))), pagination },
    deviceIds: [...new Set(present.map(({ deviceId }) => deviceId))],
  };
}

/** A page of the log and the ids of the devices that it names. */
interface AuditPage {
  page: JsonPage;
  deviceIds: number[];
}

interface StoredEntry extends Omit<AuditLogEntry, 'subject'> {
  withheld: boolean;
  step: CommandState | null;
  partly: string | null;
}

/** Adds the sentence for an admin, without the parts that this one is not told. */
function inWords({ step, partly, withheld, ...entry }: StoredEntry): AuditLogEntry {
  const { action, path: subject, details } = entry;
  const words = logWords({ action, subject, details, step, partly: withheld ? null : partly, withheld }, toAdmin);
  return { ...entry, subject: words };
}

function matchesFilters({ deviceId, action, from, to, ...named }: AuditInput): RawBuilder<unknown> {
  const { device = '', person = '', actor = '' } = named;
  const conditions = [
    deviceId === undefined ? [] : sql`e.device_id = ${deviceId}`,
    action === undefined ? [] : sql`e.action = ${action}`,
    from === undefined ? [] : sql`e.recorded_at >= ${from}::timestamptz`,
    to === undefined ? [] : sql`e.recorded_at < ${to}::timestamptz`,
    device === '' ? [] : sql`e.device_id in (${devicesNamed(containsPattern(device))})`,
    person === '' ? [] : sql`e.device_id in (${devicesOf(containsPattern(person))})`,
    actor === '' ? [] : isActor(containsPattern(actor)),
  ].flat();
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/**
 * The predicate of the partial trigram index `audit_entries_text`. The text must stay the same, or
 * PostgreSQL does not use the index.
 */
const hasWords = sql`e.details ?| array['object', 'search', 'filter', 'from', 'to', 'before', 'after', 'reason', 'why']`;

/** True for entries that are about something of this name, among those whose parts are shown; null for any. */
function matchesObject(object: string, isShown: RawBuilder<boolean>): RawBuilder<unknown> | null {
  if (object === '') return null;
  // The first condition repeats the predicate of the partial index, without which it is not used.
  return sql`(${hasWords} and audit_text(e.details) ilike ${containsPattern(object)} and ${isShown})`;
}

/** Selects the accounts whose name matches. */
function accountsNamed(pattern: string): RawBuilder<unknown> {
  return sql`select id from users where search_text like ${folded(pattern)}
    and found_by(username || E'\\n' || nickname || E'\\n' || display_name) like ${folded(pattern)}`;
}

/** Selects the devices whose name matches, those that left included. */
function devicesNamed(pattern: string): RawBuilder<unknown> {
  const named = sql`found_by(nickname || E'\\n' || name || E'\\n' || display_name) like ${folded(pattern)}`;
  return sql`select id from device_search join devices on id = device_id where text like ${folded(pattern)} and ${named}
    union select id from devices where left_at is not null and ${named}`;
}

/** Selects the devices whose person's name matches. */
function devicesOf(pattern: string): RawBuilder<unknown> {
  return sql`select id from devices where user_id in (${accountsNamed(pattern)})`;
}

/** True for entries of actors whose name matches. */
function isActor(pattern: string): RawBuilder<unknown> {
  return sql`(e.actor_id in (${accountsNamed(pattern)}) or (e.actor_id is null and e.actor_name ilike ${pattern}))`;
}

/**
 * Searches by actor, person, device name and endpoint. Names are looked up in subqueries that use their trigram indexes, so
 * that each of the many entries is compared by id or path only.
 */
function matchesSearch(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`;
  const pattern = containsPattern(search);
  return sql`(
    ${isActor(pattern)}
    or e.subject = any(${pathsAbout(search)}::text[])
    or e.device_id in (${devicesNamed(pattern)} union ${devicesOf(pattern)}))`;
}

/** Returns the paths of the subjects whose path or summary contains the search text. */
function pathsAbout(search: string): string[] {
  const typed = search.toLowerCase();
  return subjects
    .filter(({ path, summary }) => path.includes(typed) || summary.toLowerCase().includes(typed))
    .map(({ path }) => path);
}
