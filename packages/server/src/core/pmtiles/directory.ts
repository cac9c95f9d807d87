import { InvalidPmtiles } from './invalid-pmtiles.ts';

/** Where a tile is, or a leaf directory. */
export interface DirectoryEntry {
  /** The first tile that it stands for. */
  tileId: number;
  /** From the beginning of the section of tiles, or of leaf directories. */
  offset: number;
  length: number;
  /** For how many successive ids this is the tile. 0: it is a leaf directory. */
  runLength: number;
}

/** The varints of a directory, column by column: steps of the ids, run lengths, lengths, offsets (0: right after the entry before). */
export function encodeDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const values = [
    entries.length,
    ...entries.map(({ tileId }, place) => tileId - (entries[place - 1]?.tileId ?? 0)),
    ...entries.map(({ runLength }) => runLength),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, place) => {
      const before = entries[place - 1];
      return before !== undefined && offset === before.offset + before.length ? 0 : offset + 1;
    }),
  ];
  // A varint of a safe integer has at most 8 bytes.
  const bytes = Buffer.alloc(values.length * 8);
  let length = 0;
  for (const value of values) {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[length++] = (rest % 128) + 128;
    bytes[length++] = rest;
  }
  return bytes.subarray(0, length);
}

/** Parses a decompressed directory. Throws `InvalidPmtiles` unless its ids ascend, its runs end before the next id, and nothing is left over. */
export function decodeDirectory(bytes: Buffer): DirectoryEntry[] {
  const next = varintReader(bytes);
  const count = next();
  // Four numbers for each entry, of at least a byte each: so many must be there before memory is taken for them.
  if (count === 0 || count * 4 > bytes.length) throw new InvalidPmtiles('A directory has a wrong number of entries.');
  let id = 0;
  const entries = Array.from({ length: count }, () => {
    id += next();
    return { tileId: id, offset: 0, length: 0, runLength: 0 };
  });
  for (const entry of entries) entry.runLength = next();
  for (const entry of entries) entry.length = next();
  let before: DirectoryEntry | undefined;
  for (const entry of entries) {
    const offset = next();
    if (offset === 0 && before === undefined) throw new InvalidPmtiles('A directory has a wrong offset.');
    entry.offset = offset === 0 && before !== undefined ? before.offset + before.length : offset - 1;
    if (before !== undefined && entry.tileId < before.tileId + Math.max(before.runLength, 1)) {
      throw new InvalidPmtiles('The tiles of a directory are not in order.');
    }
    if (entry.length === 0) throw new InvalidPmtiles('A directory has an empty tile.');
    if (!Number.isSafeInteger(entry.tileId + entry.runLength) || !Number.isSafeInteger(entry.offset + entry.length)) {
      throw new InvalidPmtiles('A directory has a number that is too large.');
    }
    before = entry;
  }
  if (!next.isDone()) throw new InvalidPmtiles('A directory is longer than its entries.');
  return entries;
}

/** Reads numbers of at most 8 bytes. The largest of them are not exact; whoever reads them checks their sums. */
function varintReader(bytes: Buffer): { (): number; isDone(): boolean } {
  let place = 0;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; factor <= 128 ** 7; factor *= 128) {
      const byte = bytes[place++];
      if (byte === undefined) throw new InvalidPmtiles('A directory ends too early.');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new InvalidPmtiles('A directory has a number that is too large.');
  };
  return Object.assign(next, { isDone: () => place === bytes.length });
}
