import { emptyTicketCache, type TicketCache } from '@fairwatch/device/core';
import type { Database } from '../storage/database.ts';

/** A file or a recording for a ticket that the server does not have yet. */
export interface OutgoingFile {
  /** The same id for all retries, so that the server stores it once. */
  clientId: string;
  ticketId: number;
  kind: 'VOICE' | 'FILE';
  name: string;
  blob: Blob;
  writtenAt: string;
  /** Of a recording. */
  durationMs: number | null;
  peaks: readonly number[];
  /** `waiting` is sent once the server is connected, `failed` when the person retries. */
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  problem: string | null;
}

const cacheKey = 'tickets';
const filesKey = 'ticket-files';

export async function loadTicketCache(database: Database): Promise<TicketCache> {
  return { ...emptyTicketCache, ...((await database.get('values', cacheKey)) as TicketCache | undefined) };
}

export async function saveTicketCache(database: Database, cache: TicketCache): Promise<void> {
  await database.put('values', cache, cacheKey);
}

/** Loads the unsent files. One that was being sent when the page was closed is sent again: the server stores each id once. */
export async function loadOutgoingFiles(database: Database): Promise<OutgoingFile[]> {
  const files = ((await database.get('values', filesKey)) as OutgoingFile[] | undefined) ?? [];
  return files.map((file) =>
    file.state === 'sending' ? Object.assign({}, file, { state: 'waiting' as const }) : file,
  );
}

export async function saveOutgoingFiles(database: Database, files: readonly OutgoingFile[]): Promise<void> {
  await database.put('values', files, filesKey);
}
