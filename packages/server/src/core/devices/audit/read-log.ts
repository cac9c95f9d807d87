import { createHash } from 'node:crypto';
import { fileKinds, type AuditDetails, type Capability, type Endpoint, type Pagination } from '@fairwatch/contract';
import type { Database } from '../../database/schema.ts';
import type { Session } from '../../http/route.ts';
import type { AuditEntry } from './audit.store.ts';
import { writeEntries } from './audit-writer.ts';
import { createExportChains } from './export-chains.ts';
import { createRecentAudits } from './recent-audits.ts';
import { readKindOf } from './reads/reads.ts';
import { createShownPreviews } from './shown-previews.ts';

/** What the log has noted lately; one per database, which is one per server. */
const recents = new WeakMap<Database, ReturnType<typeof createRecent>>();

function createRecent() {
  return { audits: createRecentAudits(), exports: createExportChains(), previews: createShownPreviews() };
}

function recentOf(db: Database): ReturnType<typeof createRecent> {
  const recent = recents.get(db) ?? createRecent();
  recents.set(db, recent);
  return recent;
}

/** Who reads which device by which call. */
export interface Reading {
  session: Session;
  endpoint: Pick<Endpoint, 'path' | 'device'>;
  deviceId: number;
  input: unknown;
}

/** What was read, and what of it the answer does not say. */
interface Answered {
  answer: unknown;
  about?: Readonly<AuditDetails> | undefined;
}

/**
 * Writes to a device's log what somebody read of it. The same part by the same session within five minutes is one line. To be awaited
 * before anything is shown: what cannot be written down is not shown.
 */
export async function logRead(db: Database, reading: Reading, { answer, about = {} }: Answered): Promise<void> {
  const { endpoint, input, deviceId, session } = reading;
  const kind = readKindOf(endpoint.path);
  if (!kind) throw new Error(`${endpoint.path} does not say what the log tells of it.`);
  const { audits, exports, previews } = recentOf(db);
  if (isExport(input)) {
    const list = `${placeOf(reading)} ${JSON.stringify({ ...input, deviceId, page: 0, pageSize: 0, after: '' })}`;
    const after = shortened(input.after ?? '');
    if (after === '' || !exports.goesOn(list, after)) {
      await writeEntries(db, [readEntry(reading, kind.describe(input as never, answer as never, about) ?? {})]);
    }
    const { next } = (answer as { pagination: Pagination }).pagination;
    exports.follow(list, after, next === undefined ? undefined : shortened(next));
    return;
  }
  const part = kind.part ? kind.part(input as never, answer as never) : JSON.stringify(input);
  const key = `${placeOf(reading)} ${shortened(part)}`;
  const before = audits.find(key);
  if (before) return await before;
  const details = kind.describe(input as never, answer as never, about);
  if (details === null) return;
  await audits.once(key, () => writeEntries(db, [readEntry(reading, details)]));
  const capability = endpoint.device?.capability;
  if (capability && fileKinds[capability] && isPage(answer)) {
    previews.allow(previewsOf(session, deviceId, capability), details.count ?? 0);
  }
}

/**
 * Writes to the logs of some devices that somebody read of them by a call that is not about one device. `part` tells one part from
 * another, as in `logRead`.
 */
export async function logReads(
  db: Database,
  { session, endpoint, part }: { session: Session; endpoint: Pick<Endpoint, 'path'>; part: string },
  deviceIds: readonly number[],
  details: AuditDetails = {},
): Promise<void> {
  const { audits } = recentOf(db);
  const readings = deviceIds.map((deviceId) => {
    return { session, deviceId, endpoint: { path: endpoint.path, device: null }, input: null };
  });
  await Promise.all(
    readings.map((reading) =>
      audits.once(`${placeOf(reading)} ${part}`, () => writeEntries(db, [readEntry(reading, details)])),
    ),
  );
}

/** Writes that a call was refused, once in five minutes. */
export async function logRefusal(db: Database, reading: Reading, reason: string): Promise<void> {
  const { endpoint, input } = reading;
  const { path: object, search } = (input ?? {}) as { path?: unknown; search?: unknown };
  const details = {
    reason,
    ...(typeof object === 'string' && object !== '' && { object }),
    ...(typeof search === 'string' && search !== '' && { search }),
  };
  const action = `REFUSED_${endpoint.device?.action ?? 'READ'}` as const;
  const key = `${placeOf(reading)} ${action} ${JSON.stringify(details)}`;
  await recentOf(db).audits.once(key, () => writeEntries(db, [{ ...readEntry(reading, details), action }]));
}

/** One file that somebody fetches. */
export interface FileReading {
  session: Session;
  deviceId: number;
  capability: Capability;
  sha256: string;
  /** The entry's subject. */
  path: string;
  how: 'OPEN' | 'SAVE' | 'PREVIEW';
}

/** Writes who opened, saved or previewed a file. `name` is only asked for a line that is written. */
export async function logFile(db: Database, reading: FileReading, name: () => Promise<NamedFile>): Promise<void> {
  const { session, deviceId, capability, sha256, path, how } = reading;
  const { audits, previews } = recentOf(db);
  const where = previewsOf(session, deviceId, capability);
  if (how === 'PREVIEW' && previews.take(where, sha256)) return;
  const key = fileKey(reading);
  const before = audits.find(key);
  if (before) return await before;
  const { object, isPreview } = await name();
  if (how === 'OPEN' && isPreview && previews.take(where, sha256)) return;
  const details: AuditDetails = { object, how: isPreview ? 'PREVIEW' : how };
  const endpoint = { path, device: { capability, action: 'READ' } } as const;
  const line = { session, deviceId, endpoint, input: null };
  await audits.once(key, () => writeEntries(db, [readEntry(line, details)]));
}

/** What a file of a device is called in its log. */
export interface NamedFile {
  object: string;
  /** It is itself a small picture that stands for something else. */
  isPreview: boolean;
}

/** The link to a file that somebody asked for is the same part as fetching it by that link. */
function fileKey({ session, deviceId, capability, sha256, how }: Omit<FileReading, 'path'>): string {
  return `${sessionKey(session)} ${deviceId} ${capability} ${sha256} ${how}`;
}

function placeOf({ session, deviceId, endpoint }: Reading): string {
  return `${sessionKey(session)} ${deviceId} ${endpoint.path}`;
}

function previewsOf(session: Session, deviceId: number, capability: Capability): string {
  return `${sessionKey(session)} ${deviceId} ${capability}`;
}

/** A cursor may have thousands of letters, and some ten thousand parts are remembered. */
function shortened(text: string): string {
  return text.length > 200 ? createHash('sha256').update(text).digest('base64url') : text;
}

export function sessionKey({ tokenHash }: Pick<Session, 'tokenHash'>): string {
  return tokenHash.toString('base64url');
}

function readEntry({ session, deviceId, endpoint }: Reading, details: AuditDetails): AuditEntry {
  const { userId: actorId, username: actorName } = session;
  const capability = endpoint.device?.capability ?? null;
  return { deviceId, actorId, actorName, action: 'READ', subject: endpoint.path, capability, details };
}

function isExport(input: unknown): input is { export: true; after?: string } {
  return (input as { export?: unknown } | null)?.export === true;
}

function isPage(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'pagination' in answer;
}
