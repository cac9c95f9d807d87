import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod/mini';
import { hasBaseline, isIncluded, versionBefore, type Migration } from '../../../shared/schema/migrate.ts';
import { StartError } from '../../../core/config/start-error.ts';

const format = 'fairwatch-backup';
/** Increased when an older version of Fairwatch could not read the new format. */
const formatVersion = 1;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());
/** A name that PostgreSQL accepts without quotes and every file system as a file name. */
const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
/** A relative path that stays inside its folder, because a backup may come from an untrusted place. */
const innerPath = z
  .string()
  .check(z.refine((path) => path !== '' && !isAbsolute(path) && !/^\.\.(?:[/\\]|$)/.test(normalize(path))));

const writtenFile = z.object({ bytes: count, sha256 });

const manifest = z.object({
  format: z.literal(format),
  formatVersion: z.literal(formatVersion),
  /** The version of Fairwatch that made the backup. */
  fairwatch: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: count, file: writtenFile })),
  sequences: z.array(z.object({ name: identifier, last: z.string().check(z.regex(/^-?\d+$/)), called: z.boolean() })),
  blobs: z.object({ files: count, bytes: count, absent: z.array(sha256) }),
  dataFiles: z.array(z.extend(writtenFile, { path: innerPath })),
});

/** The contents of a backup with sizes and hashes. It is written last, so a folder without it is incomplete. */
export type Manifest = z.infer<typeof manifest>;
export type WrittenFile = z.infer<typeof writtenFile>;
export type BackedUpTable = Manifest['tables'][number];

/** Returns the paths of a backup's parts. */
export const backupPaths = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  tables: join(folder, 'tables'),
  table: (name: string) => join(folder, 'tables', `${name}.gz`),
  data: (path: string) => join(folder, 'data', path),
});

export async function writeManifest(folder: string, contents: Omit<Manifest, 'format' | 'formatVersion'>) {
  const whole: Manifest = { format, formatVersion, ...contents };
  await writeFile(backupPaths(folder).manifest, `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600, flush: true });
}

/**
 * Reads the manifest of a backup. Throws a StartError for a folder that is no complete backup, and for a backup of a newer
 * format.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(backupPaths(folder).manifest, 'utf8').catch(() => {
    throw new StartError(`${folder} is no whole backup: it has no manifest.json.`);
  });
  const value = parseJson(text);
  const { data } = z.safeParse(z.object({ format: z.literal(format), formatVersion: count }), value);
  if (data !== undefined && data.formatVersion > formatVersion) {
    throw new StartError(`${folder} was made by a newer version of Fairwatch. Restore it with that version.`);
  }
  const whole = z.safeParse(manifest, value);
  if (whole.success) return whole.data;
  throw new StartError(`${folder} is damaged: its manifest.json cannot be understood.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Finds the migrations after `schema.sql` that create a backup's tables. Throws a StartError when the backup is older than
 * `schema.sql`, and when this version does not know one of them, or has another text of it.
 */
export function findMigrations({ migrations, fairwatch }: Manifest, known: readonly Migration[]): Migration[] {
  if (!hasBaseline(migrations.map(({ name }) => name))) {
    throw new StartError(
      `The backup is of an older version of Fairwatch (${fairwatch}). Restore it with ${versionBefore} and start that once, then this one.`,
    );
  }
  const byName = new Map(known.map((step) => [step.name, step]));
  return migrations
    .filter(({ name }) => !isIncluded(name))
    .map(({ name, sha256: hash }) => {
      const step = byName.get(name);
      if (step?.sha256 === hash) return step;
      throw new StartError(
        step === undefined
          ? `The backup is of a newer version of Fairwatch (${fairwatch}): it has ${name}. Restore it with that version.`
          : `The backup has another ${name} than this version of Fairwatch. Restore it with version ${fairwatch}.`,
      );
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
