import { percentOf } from '@fairwatch/contract';
import type { Clock } from '../../fake/days.ts';
import type { FakePhone } from '../../fake/fake-phone.ts';
import type { Random } from '../../fake/random.ts';
import type { RowOf, Work } from '../../core/commands/handlers.ts';
import type { OutgoingFile } from '../../core/files/upload-file.ts';
import { drawIcon } from './app-icon.ts';
import { systemApps, userApps, type AppKind } from './apps.words.ts';

type App = RowOf<'apps'>;

interface Installed {
  kind: AppKind;
  app: Omit<App, 'iconHash'>;
}

const megabyte = 1_000_000;
const dayMs = 86_400_000;
/** A fixed day, so that a phone's apps keep their dates when the simulator starts again. */
const epoch = Date.UTC(2026, 9, 1);

/** The apps of a simulated phone: between two readings one is updated, and now and then one comes or goes. */
export function fakeApps(
  random: Random,
  { facts }: Pick<FakePhone, 'facts'>,
  clock: Clock = Date.now,
): (work?: Work) => Promise<App[]> {
  const shop = userApps.toSorted(() => random.next() - 0.5);
  const client: AppKind = { name: facts.appName, packageName: 'com.fairwatch.client', megabytes: 18, hasIcon: true };
  const age = random.int(60, 500);
  const built = epoch - age * dayMs;
  const installed: Installed[] = [
    ...systemApps.map((kind) => install(random, kind, { system: true, at: built, version: facts.osVersion })),
    install(random, client, { system: false, at: epoch - 20 * dayMs, version: facts.appVersion }),
    ...shop.splice(0, random.int(24, 70)).map((kind) => {
      const at = epoch - random.int(1, age) * dayMs + random.int(7 * 60, 22 * 60) * 60_000;
      return install(random, kind, { system: false, at, version: fakeVersion(random) });
    }),
  ];
  let read = false;

  return async (work) => {
    if (read) live(random, installed, shop, clock());
    read = true;
    const hashes = await sendIcons(installed, work);
    return installed.map(({ app }) => withIcon(app, hashes));
  };
}

function withIcon(app: Installed['app'], hashes: ReadonlyMap<string, string>): App {
  return { ...app, iconHash: hashes.get(app.packageName) ?? null };
}

interface Installation {
  system: boolean;
  at: number;
  version: string;
}

function install(random: Random, kind: AppKind, { system, at, version }: Installation): Installed {
  const { name, packageName, megabytes } = kind;
  const size = Math.round(megabytes * megabyte * (0.8 + random.next() * 0.5));
  const installedAt = new Date(at).toISOString();
  return { kind, app: { key: packageName, name, packageName, version, size, system, installedAt } };
}

function fakeVersion(random: Random): string {
  return `${random.int(1, 9)}.${random.int(0, 24)}.${random.int(0, 9)}`;
}

function live(random: Random, installed: Installed[], shop: AppKind[], now: number): void {
  const own = installed.filter(({ app }) => !app.system && app.packageName.startsWith('com.example.'));
  const updated = random.pick(own).app;
  updated.version = nextVersion(updated.version);
  updated.size += random.int(-1, 4) * 250_000;
  const wanted = random.chance(0.4) ? shop.shift() : undefined;
  if (wanted) {
    installed.push(install(random, wanted, { system: false, at: now, version: fakeVersion(random) }));
  } else if (own.length > 20 && random.chance(0.3)) {
    const gone = random.pick(own);
    installed.splice(installed.indexOf(gone), 1);
    shop.push(gone.kind);
  }
}

function nextVersion(version: string): string {
  const [major, minor, patch = '0'] = version.split('.');
  return `${major}.${minor}.${Number(patch) + 1}`;
}

/** Uploads the icon of each app that has one. If that fails, the list of apps is sent without icons. */
async function sendIcons(installed: readonly Installed[], work: Work | undefined): Promise<Map<string, string>> {
  const pictured = installed.filter(({ kind }) => kind.hasIcon);
  if (!work) return new Map();
  try {
    const sent = (count: number) => work.report(percentOf(count, pictured.length));
    const hashes = await work.uploadMany(iconsOf(pictured), sent);
    return new Map(pictured.map(({ app }, place) => [app.packageName, hashes[place] ?? '']));
  } catch {
    work.signal.throwIfAborted();
    return new Map();
  }
}

async function* iconsOf(installed: readonly Installed[]): AsyncGenerator<OutgoingFile> {
  for (const { kind } of installed) yield { mimeType: 'image/png', bytes: await drawIcon(kind.name) };
}
