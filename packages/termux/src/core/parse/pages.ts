import { limits } from '@fairwatch/contract';
import { TermuxProblem } from '../termux/termux.ts';
import { phoneText } from '../texts/phone.texts.ts';

/** An entry of a list on the phone: `row` is null for one that is not sent, such as a draft or a broken one. */
export interface Entry<Row> {
  /** Tells entries apart. */
  id: string;
  row: Row | null;
}

export interface PagedList<Row> {
  /** Reads `limit` entries after the newest `offset` ones, in any order. */
  readPage(offset: number, limit: number): Promise<readonly Entry<Row>[]>;
  pageSize: number;
  /** By how many entries a page overlaps the one before. */
  overlap: number;
  /** No further page is read once it aborts, because the command was cancelled. */
  signal?: AbortSignal | undefined;
}

/** Bytes of an answer that are left for what is around the rows. */
const bytesAtMost = limits.device.bytesPerCommand - 8 * 1024 * 1024;
/** So many pages in a row without a new entry mean that the phone ignores the offset. */
const stalePagesAtMost = 3;
const rereadsAtMost = 20;
/** Entries that are not sent count too, so that the reading ends whatever the phone prints. */
const entriesAtMost = 2 * limits.device.rowsPerCommand;

/**
 * Reads a whole list that is paged from the newest entry, and that may change meanwhile. An entry that arrives shifts the pages down,
 * so that entries are read twice: they are told apart by their ids. One that is deleted shifts them up: pages overlap, and a page that
 * does not join the ones before is read again from further up. Entries that arrived meanwhile are read at the end. Of a list that is
 * larger than an answer may be, the newest are returned.
 */
export async function readPages<Row>(list: PagedList<Row>): Promise<Row[]> {
  const { pageSize, overlap, signal } = list;
  const known = createKnown<Row>();
  let offset = 0;
  let stalePages = 0;
  let rereads = 0;
  let pages = 0;
  while (!known.isFull() && stalePages < stalePagesAtMost) {
    signal?.throwIfAborted();
    const page = await list.readPage(offset, pageSize);
    pages += 1;
    if (offset > 0 && !known.joins(page)) {
      rereads += 1;
      if (rereads > rereadsAtMost) throw new TermuxProblem('FAILED', phoneText('listChanged'));
      offset = Math.max(0, offset - pageSize);
      continue;
    }
    stalePages = known.add(page) === 0 ? stalePages + 1 : 0;
    if (page.length < pageSize) break;
    offset += pageSize - overlap;
  }
  if (pages > 1) await readArrived(list, known);
  return known.rows();
}

/** Reads the entries that arrived while the others were read. */
async function readArrived<Row>({ readPage, overlap, signal }: PagedList<Row>, known: Known<Row>): Promise<void> {
  for (let nth = 0; nth < rereadsAtMost && !known.isFull(); nth += 1) {
    signal?.throwIfAborted();
    const page = await readPage(nth * overlap, overlap);
    const isJoined = known.joins(page);
    known.add(page);
    if (isJoined || page.length < overlap) return;
  }
}

type Known<Row> = ReturnType<typeof createKnown<Row>>;

/** The entries that were read, within the limits of an answer. */
function createKnown<Row>() {
  const ids = new Set<string>();
  const rows: Row[] = [];
  let bytes = 0;
  const isFull = () => rows.length >= limits.device.rowsPerCommand || bytes >= bytesAtMost || ids.size >= entriesAtMost;
  return {
    isFull,
    rows: () => rows,
    joins: (page: readonly Entry<Row>[]) => page.some(({ id }) => ids.has(id)),
    /** Returns how many of them are new. */
    add(page: readonly Entry<Row>[]): number {
      const before = ids.size;
      for (const { id, row } of page) {
        if (ids.has(id) || isFull()) continue;
        ids.add(id);
        if (row === null) continue;
        rows.push(row);
        bytes += Buffer.byteLength(JSON.stringify(row));
      }
      return ids.size - before;
    },
  };
}
