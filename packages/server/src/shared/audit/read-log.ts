import { createHash } from 'node:crypto';
import {
  fileKinds,
  filterWords,
  inLanguage,
  namesDetails,
  sourceLanguage,
  type AuditDetails,
  type Capability,
  type Endpoint,
  type Pagination,
} from '@fairwatch/contract';
import type { Session } from '../session.ts';
import type { AuditEntry, AuditLog, ShownTo } from '../services/audit-log.ts';
import { isReadLine } from './read-lines.ts';

/** Which session reads which device by which endpoint. */
export interface Reading {
  session: Session;
  endpoint: Pick<Endpoint, 'path' | 'device'>;
  deviceId: number;
  input: unknown;
}

/** The response of a read. `about` has details for the log that the response does not contain. */
interface Answered {
  answer: unknown;
  about?: Readonly<AuditDetails> | undefined;
}

/**
 * Writes to a device's log what a session read of it. Reading the same part again within five minutes gives no further
 * entry. Await it before sending the response: what cannot be written down is not shown.
 */
export async function logRead(
  auditLog: AuditLog,
  reading: Reading & { endpoint: Pick<Endpoint, 'log'> },
  { answer, about = {} }: Answered,
): Promise<void> {
  const { endpoint, input, deviceId, session } = reading;
  const { log } = endpoint;
  if (!isReadLine(log)) return;
  const describe = () => (log.describe ? log.describe(input, answer, about) : about);
  const { audits, exports, previews } = auditLog;
  if (isExport(input)) {
    const list = `${placeOf(reading)} ${shortened(JSON.stringify({ ...input, deviceId, page: 0, pageSize: 0, after: '' }))}`;
    const after = shortened(input.after ?? '');
    if (after === '' || !exports.goesOn(list, after)) {
      await auditLog.write([readEntry(reading, describe() ?? {})]);
    }
    const { next } = (answer as { pagination: Pagination }).pagination;
    exports.follow(list, after, next === undefined ? undefined : shortened(next));
    return;
  }
  const part = log.part ? log.part(input, answer) : JSON.stringify(input);
  const key = `${placeOf(reading)} ${shortened(part)}`;
  const before = audits.find(key);
  if (before) return await before;
  const details = describe();
  if (details === null) return;
  await audits.once(key, () => auditLog.write([readEntry(reading, details)]));
  const capability = endpoint.device?.capability;
  if (capability && fileKinds[capability] && isPage(answer)) {
    previews.allow(previewsOf(session, deviceId, capability), details.count ?? 0);
  }
}

/**
 * Writes a read to the logs of several devices, for endpoints that are not about one device. `part` tells different reads
 * apart, as in `logRead`.
 */
export async function logReads(
  auditLog: AuditLog,
  { session, endpoint, part }: { session: Session; endpoint: Pick<Endpoint, 'path'>; part: string },
  deviceIds: readonly number[],
  details: AuditDetails = {},
): Promise<void> {
  const { audits } = auditLog;
  const readings = deviceIds.map((deviceId) => {
    return { session, deviceId, endpoint: { path: endpoint.path, device: null }, input: null };
  });
  await Promise.all(
    readings.map((reading) =>
      audits.once(`${placeOf(reading)} ${part}`, () => auditLog.write([readEntry(reading, details)])),
    ),
  );
}

/** Writes that a request was refused; the same refusal is written once in five minutes. */
export async function logRefusal(auditLog: AuditLog, reading: Reading, reason: string): Promise<void> {
  const { endpoint, input } = reading;
  const { path: object, paths, search } = (input ?? {}) as { path?: unknown; paths?: unknown; search?: unknown };
  const details = {
    reason,
    ...(typeof object === 'string' && object !== '' && { object }),
    ...(Array.isArray(paths) && namesDetails(paths.map(String))),
    ...(typeof search === 'string' && search !== '' && { search }),
  };
  const action = `REFUSED_${endpoint.device?.action ?? 'READ'}` as const;
  const key = `${placeOf(reading)} ${action} ${shortened(JSON.stringify(details))}`;
  await auditLog.audits.once(key, () => auditLog.write([{ ...readEntry(reading, details), action }]));
}

/** One download of a file. */
export interface FileReading {
  session: Session;
  deviceId: number;
  capability: Capability;
  sha256: string;
  /** The subject of the entry. */
  path: string;
  how: 'OPEN' | 'SAVE' | 'PREVIEW';
}

/** Writes who opened, saved or previewed a file. `name` runs a query, so it is called only when an entry is written. */
export async function logFile(auditLog: AuditLog, reading: FileReading, name: () => Promise<NamedFile>): Promise<void> {
  const { session, deviceId, capability, sha256, path, how } = reading;
  const { audits, previews } = auditLog;
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
  await audits.once(key, () => auditLog.write([readEntry(line, details)]));
}

/** The name of a file in its device's log. */
export interface NamedFile {
  object: string;
  /** True for a preview, which stands for another file. */
  isPreview: boolean;
}

/** Requesting a link to a file and downloading by it have the same key, so that they give one entry. */
function fileKey({ session, deviceId, capability, sha256, how }: Omit<FileReading, 'path'>): string {
  return `${sessionKey(session)} ${deviceId} ${capability} ${sha256} ${how}`;
}

function placeOf({ session, deviceId, endpoint }: Reading): string {
  return `${sessionKey(session)} ${deviceId} ${endpoint.path}`;
}

function previewsOf(session: Session, deviceId: number, capability: Capability): ShownTo {
  return { session: sessionKey(session), what: `${deviceId} ${capability}` };
}

/** Hashes long texts, because a cursor can have thousands of characters and tens of thousands of keys are kept in memory. */
function shortened(text: string): string {
  return text.length > 200 ? createHash('sha256').update(text).digest('base64url') : text;
}

export function sessionKey({ tokenHash }: Pick<Session, 'tokenHash'>): string {
  return tokenHash.toString('base64url');
}

function readEntry({ session, deviceId, endpoint }: Reading, details: AuditDetails): AuditEntry {
  const { userId: actorId, username: actorName } = session;
  const capability = endpoint.device?.capability ?? null;
  return {
    deviceId,
    actorId,
    actorName,
    action: 'READ',
    subject: endpoint.path,
    capability,
    details: withFilter(details),
  };
}

/** Adds the words of the filters, by which entries are found in the log, to their facts. */
function withFilter(details: AuditDetails): AuditDetails {
  const { narrowed, since, until, object } = details;
  const isOfList = narrowed !== undefined || (object === undefined && (since !== undefined || until !== undefined));
  return isOfList ? { ...details, filter: inLanguage(sourceLanguage, () => filterWords(details)) } : details;
}

function isExport(input: unknown): input is { export: true; after?: string } {
  return (input as { export?: unknown } | null)?.export === true;
}

function isPage(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'pagination' in answer;
}
