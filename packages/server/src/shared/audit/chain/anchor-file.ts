import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod/mini';
import { lockKeys } from '../../../core/database/lock-keys.ts';
import type { Services } from '../../services/services.ts';
import { readAccessHead, readHeads } from './anchors.store.ts';

const hash = z.string().check(z.regex(/^(?:[0-9a-f]{64})?$/));

/**
 * One line of the anchor file: the heads of the logs at a moment. The first line that a server writes has every device,
 * later ones those whose logs have grown since; more than 5,000 heads take several lines.
 */
const anchorLine = z.object({
  at: z.iso.datetime(),
  access: z.object({ sequence: z.int(), hash }),
  heads: z.array(z.tuple([z.int(), z.int(), hash])),
});
export type AnchorLine = z.infer<typeof anchorLine>;

const headsPerLine = 5000;
const checkEveryMs = 60_000;
/** An entry is committed a moment after its `recorded_at`, so each run looks back this far beyond the previous one. */
const overlapMs = 5 * 60_000;

/**
 * Writes the heads of all logs to AUDIT_ANCHOR_FILE once a day and when the server stops. When the file is kept out of reach
 * of whoever can change the database, it proves later that entries were cut off. Returns the function that stops it.
 */
export function startAnchoring(services: Services): () => Promise<void> {
  const path = services.config.auditAnchorFile;
  if (path === null) return async () => {};
  let day: string | null = null;
  let since: Date | null = null;
  async function anchor(): Promise<void> {
    const at = new Date();
    await writeAnchors(services, path ?? '', at, since);
    day = dayOf(at);
    since = new Date(at.getTime() - overlapMs);
  }

  /** Servers that share the file write to it one after the other, so that the second finds that the first has written today. */
  async function anchorOnceADay(): Promise<void> {
    if (day === dayOf(new Date())) return;
    day = await lastDayOf(path ?? '');
    if (day !== dayOf(new Date())) await anchor();
  }

  const job = services.jobs.start({
    name: 'anchorLogs',
    run: anchorOnceADay,
    everyMs: checkEveryMs,
    onceOverAll: lockKeys.anchors,
    failure: 'audit.anchor_failed',
  });
  job.trigger();
  return async () => {
    await job.close();
    await anchor().catch((error: unknown) =>
      services.log.error({ err: error, event: 'audit.anchor_failed' }, 'Failed to write to the audit anchor file'),
    );
  };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** Returns the day of the last write to the file (UTC); empty when there is none. */
async function lastDayOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size > 0 ? dayOf(found.mtime) : '';
}

/** Appends lines to the file; existing lines are never changed. */
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

/** Reads every line of an anchor file with its number; `line` is null when it cannot be parseLine. */
export async function* readAnchors(path: string): AsyncGenerator<{ number: number; line: AnchorLine | null }> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    yield { number, line: parseLine(text) };
  }
}

function parseLine(text: string): AnchorLine | null {
  try {
    return anchorLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
