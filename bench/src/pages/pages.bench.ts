import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findBrowsers } from '../../../e2e/src/browser.ts';
import { compressBuilds, ensureBuilds } from '../../../scripts/core/builds.ts';
import type { Bench } from '../core/bench.ts';
import { enrolDevices } from '../core/enrol-devices.ts';
import { serveBare } from '../core/process.ts';
import {
  databaseEnvironment,
  onGround,
  signIn,
  startProductAt,
  withClient,
  type Closers,
  type Ground,
} from '../core/product.ts';
import { median, printTable, ratio } from '../core/table.ts';
import { addMessages, talkativeAddress } from '../lists.data.ts';
import { visit, type Results, type Visit } from './pages.browser.ts';
import { signInToMeshCentral, startMeshCentral } from './pages.peer.ts';
import { scroll } from './pages.scroll.ts';
import { goThereAndBack, type Places } from './pages.switch.ts';

const runs = 5;
/** In one conversation: every second message is of it. */
const messages = 100_000;
/** Rows of the list from which devices are opened. */
const listed = 24;
const listedApp = 'Fairwatch School';

/** The first visit of a page, and the way from the list to a device and back. */
export const pagesBench: Bench = {
  about: `sign-in and device list, cold, at 10 Mbit/s and 40 ms, median of ${runs}, beside a bare HTML page, with --peer beside MeshCentral; from the list to a device and back; frames while 100,000 messages scroll`,
  async run({ devices = 50, peer = false, only }) {
    if (!(await ensureBuilds())) throw new Error('Without a built console there are no pages.');
    await compressBuilds();
    await onGround(async (ground, closers) => {
      const server = await startProductAt(databaseEnvironment(ground));
      closers.push(server.stop);
      const bare = await serveBare('bare-page.ts');
      closers.push(bare.stop);
      const deviceId = await makeDevices(ground, devices, only === 'pages' ? 0 : messages);
      const browser = await chromium.launch({ executablePath: (await findBrowsers()).pages, args: ['--no-sandbox'] });
      closers.push(() => browser.close());
      const cookies = [{ name: 'token', value: await signIn(server.url) }];
      await measure(browser, {
        'bare HTML': { url: bare.url, ready: 'button' },
        'sign-in': { url: `${server.url}/auth/login`, ready: 'button[type=submit]' },
        [`list of ${devices} devices`]: {
          url: `${server.url}/device-list`,
          ready: 'tbody tr a',
          cookies,
        },
        ...(peer ? await meshCentral(browser, closers) : {}),
      });
      await measureSwitching(browser, {
        'bare HTML': { url: `${bare.url}/list`, ready: 'tbody a', content: 'dd' },
        [`list of ${listed} devices`]: {
          url: `${server.url}/device-list?pageSize=50&appName=${encodeURIComponent(listedApp)}`,
          ready: 'tbody tr a',
          content: 'main dl dd',
          cookies,
        },
      });
      if (only === 'pages') return;
      const thread = encodeURIComponent(talkativeAddress);
      await measureScrolling(browser, {
        '100,000 lines of bare HTML': { url: `${bare.url}/long`, ready: 'p', scroller: 'html' },
        '100,000 messages': {
          url: `${server.url}/device/sms_chat/${deviceId}?thread=${thread}`,
          ready: '[role=log]',
          scroller: '[role=log]',
          cookies,
        },
      });
    });
  },
};

/** The two pages of MeshCentral that correspond to ours. */
async function meshCentral(browser: Browser, closers: Closers): Promise<Record<string, Visit>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fairwatch-bench-peer-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const { url, stop } = await startMeshCentral(folder);
  closers.push(stop);
  return {
    'MeshCentral, sign-in': { url, ready: '#username' },
    'MeshCentral, devices': { url, ready: '#p1', cookies: await signInToMeshCentral(browser, url) },
  };
}

/** Gives back the one of them that has a long conversation. Those that are opened one after the other show all that a row can. */
function makeDevices({ connection, dataDir }: Ground, count: number, talk: number): Promise<number> {
  return withClient(connection, async (client) => {
    const ids = await enrolDevices(client, Math.max(count, listed), path.join(dataDir, 'fleet.json'));
    const [deviceId = 0] = ids;
    await client.query(
      `update devices set app_name = $2, nickname = 'Van ' || id, last_seen_at = now(), battery_percent = 70,
         charging = id % 3 = 0, capabilities = '{CONTACTS,DEVICE_INFO}' where id = any($1)`,
      [ids.slice(0, listed), listedApp],
    );
    await client.query(
      `insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how)
       select unnest($1::bigint[]), 'bench', 1, '', 'en', '{CONTACTS,DEVICE_INFO}', 'JOINED'`,
      [ids],
    );
    await client.query(`update devices set capabilities = '{SMS}' where id = $1`, [deviceId]);
    if (talk > 0) await addMessages(client, deviceId, 2 * talk);
    return deviceId;
  });
}

async function measureSwitching(browser: Browser, places: Readonly<Record<string, Places>>): Promise<void> {
  const measured: [string, { there: number; back: number; nodes: number }][] = [];
  for (const [name, place] of Object.entries(places)) {
    const { thereMs, backMs, nodes } = await goThereAndBack(browser, place);
    measured.push([name, { there: median(thereMs), back: median(backMs), nodes }]);
  }
  const [[, bare] = ['', { there: 0, back: 0 }]] = measured;
  printTable(
    measured.map(([name, { there, back, nodes }]) => ({
      'warm, p50': name,
      'to a device ms': there.toFixed(0),
      'against bare': ratio(there, bare.there),
      'back ms': back.toFixed(0),
      'back against bare': ratio(back, bare.back),
      'DOM nodes': nodes,
    })),
  );
}

async function measureScrolling(
  browser: Browser,
  places: Readonly<Record<string, Parameters<typeof scroll>[1]>>,
): Promise<void> {
  const lines: Record<string, string>[] = [];
  for (const [name, place] of Object.entries(places)) {
    const { perSecond, late, longestMs } = await scroll(browser, place);
    lines.push({
      'scrolled, 60 px a frame': name,
      'frames/s': perSecond.toFixed(1),
      'late frames': `${(late * 100).toFixed(1)} %`,
      'longest ms': longestMs.toFixed(0),
    });
  }
  printTable(lines);
}

async function measure(browser: Browser, visits: Readonly<Record<string, Visit>>): Promise<void> {
  const results = new Map<string, Results[]>(Object.keys(visits).map((name) => [name, []]));
  // In turn, so that other load on the machine affects all; the first round is a warm-up.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, page] of Object.entries(visits)) {
      const seen = await visit(browser, page);
      if (run > 0) results.get(name)?.push(seen);
    }
  }
  const of = (name: string, metric: keyof Results) => median((results.get(name) ?? []).map((each) => each[metric]));
  const [bare = ''] = results.keys();
  printTable(
    [...results.keys()].map((name) => ({
      page: name,
      'FCP ms': of(name, 'firstPaintMs').toFixed(0),
      'LCP ms': of(name, 'largestPaintMs').toFixed(0),
      'ready ms': of(name, 'readyMs').toFixed(0),
      'LCP against bare': ratio(of(name, 'largestPaintMs'), of(bare, 'largestPaintMs')),
      requests: of(name, 'requests').toFixed(0),
      'DOM nodes': of(name, 'nodes').toFixed(0),
      'when ready': of(name, 'nodesOnTheWay').toFixed(0),
      'blocked ms': of(name, 'blockedMs').toFixed(0),
      CLS: of(name, 'layoutShift').toFixed(3),
      'kB over the wire': (of(name, 'transferredBytes') / 1000).toFixed(1),
      'JS gzip kB': (of(name, 'scriptGzipBytes') / 1000).toFixed(1),
    })),
  );
}
