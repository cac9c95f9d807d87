import { unknownInstallTime } from '@fairwatch/contract';
import type { Collect, RowOf } from '@fairwatch/device/core';
import { TermuxProblem, type Termux } from '../../core/termux/termux.ts';
import { readApkFile, type ReadApkFile } from './apk-file.ts';
import { parsePackages, type PrintedPackage } from './apps.parse.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';

type App = RowOf<'apps'>;

interface Phone {
  readFile: ReadApkFile;
  /** The id of the Unix user of this process. */
  uid: number;
}

const withinMs = 60_000;
/** Android gives each of its users a range of so many Unix ids. */
const idsPerUser = 100_000;
const filesAtOnce = 16;

/**
 * Reads the installed apps. `pm` tells neither their names nor their icons, so that an app is listed by the name of its package; size
 * and date are those of its file.
 */
export function collectApps(
  termux: Termux,
  { readFile = readApkFile, uid = process.getuid?.() ?? 0 }: Partial<Phone> = {},
): Collect<'apps'> {
  return async (work) => {
    const signal = work?.signal;
    // Without it, Android 14 lists for all users, which fails on a phone with a work profile.
    const user = ['--user', String(Math.floor(uid / idsPerUser))];
    const list = (kind: '-s' | '-3') => listPackages(termux, [kind, ...user], signal);
    const system = await list('-s');
    const own = await list('-3');
    // An app that became another kind between the two lists is in both; the later one is right.
    const packages = new Map([...system, ...own].map((each) => [each.packageName, each]));
    if (packages.size === 0) throw new TermuxProblem('UNREADABLE', phoneText('noApps'));
    const ownNames = new Set(own.map(({ packageName }) => packageName));
    const rows: App[] = [];
    const waiting = [...packages.values()];
    for (let start = 0; start < waiting.length; start += filesAtOnce) {
      signal?.throwIfAborted();
      const batch = waiting.slice(start, start + filesAtOnce);
      rows.push(...(await Promise.all(batch.map((each) => rowOf(each, !ownNames.has(each.packageName), readFile)))));
    }
    return rows;
  };
}

/** Lists with versions; Android 7 and older do not know that option. */
async function listPackages(
  termux: Termux,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PrintedPackage[]> {
  const list = async (...more: string[]) =>
    parsePackages(await termux.run('pm', ['list', 'packages', '-f', ...args, ...more], { withinMs, signal }));
  try {
    return await list('--show-versioncode');
  } catch (error) {
    if (!(error instanceof TermuxProblem) || error.kind !== 'FAILED') throw error;
    return await list();
  }
}

async function rowOf(
  { packageName, version, path }: PrintedPackage,
  system: boolean,
  readFile: ReadApkFile,
): Promise<App> {
  const file = path === null ? null : await readFile(path);
  return {
    key: packageName,
    name: packageName,
    packageName,
    version,
    size: file?.size ?? 0,
    system,
    installedAt: file?.changedAt.toISOString() ?? unknownInstallTime,
    iconHash: null,
  };
}
