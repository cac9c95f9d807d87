import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What is known about an app from its package file. */
export interface ApkFile {
  /** Bytes of the package and its splits, without the data of the app. */
  size: number;
  /** When the app was installed or last updated. */
  changedAt: Date;
}

export type ReadApkFile = (path: string) => Promise<ApkFile | null>;

/** Reads size and date of an app's package; null where Android does not allow it. The file itself is not opened. */
export const readApkFile: ReadApkFile = async (path) => {
  try {
    const { size, mtime } = await lstat(path);
    const sizes = await Promise.all((await splitsBeside(path)).map(async (split) => (await lstat(split)).size));
    return { size: sizes.reduce((sum, each) => sum + each, size), changedAt: mtime };
  } catch {
    return null;
  }
};

/** Apps from a store are often split by language and screen: `split_config.de.apk` beside `base.apk`. */
async function splitsBeside(path: string): Promise<string[]> {
  if (basename(path) !== 'base.apk') return [];
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^split_.*\.apk$/.test(name)).map((name) => join(folder, name));
}
