import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apps } from '@fairwatch/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testTermux } from '../../core/parse/termux-for-test.ts';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { readApkFile } from './apk-file.ts';
import { collectApps } from './apps.collect.ts';

const changedAt = new Date('2026-05-01T08:00:00.000Z');
const phone = {
  readFile: async (path: string) => (path.startsWith('/data') ? { size: 5000, changedAt } : null),
  uid: 10_123,
};
const system = 'package:/system/app/Phone.apk=com.android.phone versionCode:35\n';
const own = 'package:/data/app/x==/base.apk=org.example.app versionCode:42\n';

/** The `pm` of an old Android. */
const oldPm = (args: readonly string[]) =>
  args.includes('--show-versioncode')
    ? new TermuxProblem('FAILED', 'Error: Unknown option')
    : 'package:/data/a.apk=org.example.app';

describe('the apps of a phone', () => {
  it('are listed by package, with system apps apart', async () => {
    const termux = testTermux({ pm: (args) => (args.includes('-s') ? system : own) });
    const rows = await collectApps(termux, phone)();
    expect(rows).toEqual([
      {
        key: 'com.android.phone',
        name: 'com.android.phone',
        packageName: 'com.android.phone',
        version: '35',
        size: 0,
        system: true,
        installedAt: '1970-01-01T00:00:00.000Z',
        iconHash: null,
      },
      {
        key: 'org.example.app',
        name: 'org.example.app',
        packageName: 'org.example.app',
        version: '42',
        size: 5000,
        system: false,
        installedAt: '2026-05-01T08:00:00.000Z',
        iconHash: null,
      },
    ]);
    expect(rows.every((row) => apps.record.safeParse(row).success)).toBe(true);
    expect(termux.calls[0]).toEqual(['pm', 'list', 'packages', '-f', '-s', '--user', '0', '--show-versioncode']);
  });

  it('are those of the user who runs the program', async () => {
    const termux = testTermux({ pm: own });
    await collectApps(termux, { ...phone, uid: 1_010_123 })();
    expect(termux.calls[0]?.join(' ')).toContain('--user 10');
  });

  it('are listed once, although one is in both lists', async () => {
    expect(await collectApps(testTermux({ pm: own }), phone)()).toMatchObject([
      { key: 'org.example.app', system: false },
    ]);
  });

  it('are listed without versions where Android does not know them', async () => {
    expect(await collectApps(testTermux({ pm: oldPm }), phone)()).toMatchObject([{ version: '', size: 5000 }]);
  });

  it('fail with the reason', async () => {
    const timeout = new TermuxProblem('TIMEOUT', 'pm did not answer.');
    await expect(collectApps(testTermux({ pm: timeout }), phone)()).rejects.toBe(timeout);
    await expect(collectApps(testTermux({ pm: 'no packages' }), phone)()).rejects.toMatchObject({ kind: 'UNREADABLE' });
  });
});

describe('the file of an app', () => {
  it('tells its size with its splits, and its date', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apk-'));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const base = join(folder, 'base.apk');
    await Promise.all([
      writeFile(base, 'x'.repeat(100)),
      writeFile(join(folder, 'split_config.de.apk'), 'x'.repeat(20)),
      writeFile(join(folder, 'other.apk'), 'x'.repeat(3)),
    ]);
    await utimes(base, changedAt, changedAt);
    expect(await readApkFile(base)).toEqual({ size: 120, changedAt });
    expect(await readApkFile(join(folder, 'other.apk'))).toMatchObject({ size: 3 });
    expect(await readApkFile(join(folder, 'missing.apk'))).toBeNull();
  });
});
