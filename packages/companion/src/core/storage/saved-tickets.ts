import type { TicketBook } from '../live/ticket-book.ts';
import { emptyBook } from '../live/ticket-book.ts';
import type { Database } from './database.ts';

/** A file or a recording for a ticket that the server does not have yet. */
export interface OutgoingFile {
  /** One id for all tries, so that the server stores it once. */
  clientId: string;
  ticketId: number;
  kind: 'VOICE' | 'FILE';
  name: string;
  blob: Blob;
  writtenAt: string;
  /** Of a recording. */
  durationMs: number | null;
  peaks: readonly number[];
  /** `waiting` leaves by itself once the server is connected, `failed` when the person tries again. */
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  problem: string | null;
}

const bookKey = 'tickets';
const filesKey = 'ticket-files';

export async function loadTicketBook(database: Database): Promise<TicketBook> {
  return { ...emptyBook, ...((await database.get('values', bookKey)) as TicketBook | undefined) };
}

export async function saveTicketBook(database: Database, book: TicketBook): Promise<void> {
  await database.put('values', book, bookKey);
}

/** What was being sent when the page was closed is sent again: the server knows it by its id. */
export async function loadOutgoingFiles(database: Database): Promise<OutgoingFile[]> {
  const files = ((await database.get('values', filesKey)) as OutgoingFile[] | undefined) ?? [];
  return files.map((file) =>
    file.state === 'sending' ? Object.assign({}, file, { state: 'waiting' as const }) : file,
  );
}

export async function saveOutgoingFiles(database: Database, files: readonly OutgoingFile[]): Promise<void> {
  await database.put('values', files, filesKey);
}
