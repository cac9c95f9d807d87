import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod/mini';
import type { Services } from '../../services.ts';
import { readAccessHead, readHeads } from './anchors.store.ts';

const hash = z.string().check(z.regex(/^(?:[0-9a-f]{64})?$/));

/**
 * One line of the anchor file: where logs ended at a moment. The first line that a server writes has every device, later ones
 * those whose logs have grown since; very many take several lines.
 */
const anchorLine = z.object({
  at: z.iso.datetime(),
  access: z.object({ sequence: z.int(), hash }),
  heads: z.array(z.tuple([z.int(), z.int(), hash])),
});
export type AnchorLine = z.infer<typeof anchorLine>;

const headsPerLine = 5000;
const lookEveryMs = 60_000;
/** An entry is committed a moment after its own time. */
const overlapMs = 5 * 60_000;

/**
 * Writes where the logs end to AUDIT_ANCHOR_FILE, once a day and when the server stops. Kept where whoever can change the
 * database cannot reach it, the file shows later that entries were cut off. Returns the function that ends it.
 */
export function startAnchoring(services: Services): () => Promise<void> {
  const path = services.config.auditAnchorFile;
  if (path === null) return async () => {};
  let day: string | null = null;
  let since: Date | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function anchor(): Promise<void> {
    const at = new Date();
    try {
      await writeAnchors(services, path ?? '', at, since);
      day = dayOf(at);
      since = new Date(at.getTime() - overlapMs);
    } catch (error) {
      services.log.error({ err: error, event: 'audit.anchor_failed' }, 'Failed to write to the audit anchor file');
    }
  }

  async function anchorOnceADay(): Promise<void> {
    day ??= await lastDayOf(path ?? '');
    if (day !== dayOf(new Date())) await anchor();
  }

  const look = () => (writing = writing.then(anchorOnceADay));
  void look();
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await writing;
    await anchor();
  };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** The day on which somebody last wrote to the file; empty when there is none. */
async function lastDayOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size > 0 ? dayOf(found.mtime) : '';
}

/** Appends to the file, and never writes anywhere else in it. */
async function writeAnchors({ db }: Services, path: string, at: Date, since: Date | null): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    const access = await readAccessHead(db);
    for (let after = 0; ;) {
      const heads = await readHeads(db, { since, after, limit: headsPerLine });
      await file.appendFile(`${JSON.stringify({ at: at.toISOString(), access, heads })}\n`);
      after = heads.at(-1)?.[0] ?? 0;
      if (heads.length < headsPerLine) break;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Every line of an anchor file with its number; null for one that cannot be read. */
export async function* readAnchors(path: string): AsyncGenerator<{ number: number; line: AnchorLine | null }> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    yield { number, line: parsed(text) };
  }
}

function parsed(text: string): AnchorLine | null {
  try {
    return anchorLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
