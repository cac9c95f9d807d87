import type { ByteSource } from './byte-source.ts';
import { startsWith, textAt } from './byte-source.ts';
import { readFilm } from './film-facts.ts';
import { readHeic } from './heic-facts.ts';
import { readGif, readJpeg, readPng, readWebp, type PhotoFacts } from './photo-facts.ts';

/** What a file says about itself. Width and height are 0 when it does not, or is broken. */
export interface MediaFacts extends PhotoFacts {
  durationMs: number | null;
  /** The format by its first bytes, in the words of ffmpeg; null for a format that is not known. */
  format: Format | null;
}

const formats = ['jpeg_pipe', 'png_pipe', 'gif', 'webp_pipe', 'mov', 'matroska', 'avi'] as const;
type Format = (typeof formats)[number];

const stillBrands = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif'];
const unknown: MediaFacts = { width: 0, height: 0, takenAt: null, thumbnail: null, durationMs: null, format: null };

/** Reads width, height, time, length and thumbnail from the head of a file. Never fails because of what is in it. */
export async function readMediaFacts(source: ByteSource): Promise<MediaFacts> {
  const head = await source.read(0, 16);
  const format = formatOf(head);
  try {
    return sensible({ ...unknown, ...(await factsOf(source, head, format)), format });
  } catch (error) {
    // The file is truncated or has wrong lengths.
    if (error instanceof RangeError) return { ...unknown, format };
    throw error;
  }
}

function formatOf(head: DataView): Format | null {
  if (startsWith(head, '\u00FF\u00D8\u00FF')) return 'jpeg_pipe';
  if (startsWith(head, '\u0089PNG')) return 'png_pipe';
  if (startsWith(head, 'GIF8')) return 'gif';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'webp_pipe';
  if (startsWith(head, 'RIFF') && startsWith(head, 'AVI ', 8)) return 'avi';
  if (startsWith(head, 'ftyp', 4)) return 'mov';
  return startsWith(head, '\u001A\u0045\u00DF\u00A3') ? 'matroska' : null;
}

async function factsOf(source: ByteSource, head: DataView, format: Format | null): Promise<Partial<MediaFacts>> {
  if (format === 'jpeg_pipe') return await readJpeg(source);
  if (format === 'png_pipe') return await readPng(source);
  if (format === 'gif') return await readGif(source);
  if (format === 'webp_pipe') return await readWebp(source);
  if (format !== 'mov') return {};
  return stillBrands.includes(textAt(head, 8, 4)) ? await readHeic(source) : await readFilm(source);
}

/** A broken file may claim anything; the contract takes whole numbers that are safe. */
function sensible(facts: MediaFacts): MediaFacts {
  const { durationMs, takenAt } = facts;
  const year = takenAt?.getUTCFullYear() ?? 0;
  return {
    ...facts,
    durationMs: durationMs !== null && Number.isSafeInteger(durationMs) ? durationMs : null,
    takenAt: year >= 1900 && year <= 9999 ? takenAt : null,
  };
}
