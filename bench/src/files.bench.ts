import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Bench } from './core/bench.ts';
import { cpuMs } from './core/cpu.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { startMeasured } from './core/measured.ts';
import { serveBare } from './core/process.ts';
import { type Closers, databaseEnvironment, type Ground, onGround, signIn, withClient } from './core/product.ts';
import { watchRss } from './core/rss.ts';
import { printLoadAverage, printTable, ratio } from './core/table.ts';
import { timed } from './core/timed.ts';
import { makeFile } from './files.data.ts';
import { uploadByChunks, uploadWhole } from './files.http.ts';

const megabyte = 1024 * 1024;
const files = 10;

/** Uploads of files from a console. */
export const filesBench: Bench = {
  about: `${files} files of 500 MB uploaded in chunks beside a bare Node stream copy over HTTP to disk, both with SHA-256`,
  async run({ megabytes = 500 }) {
    await onGround((ground, closers) => run(ground, megabytes, closers));
  },
};

async function run(ground: Ground, megabytes: number, closers: Closers): Promise<void> {
  const server = await startMeasured('bench/src/gateway.server.ts', databaseEnvironment(ground));
  closers.push(server.stop);
  const folder = path.join(ground.dataDir, 'bare');
  await mkdir(folder);
  const bare = await serveBare('bare-files.ts', { FOLDER: folder });
  closers.push(bare.stop);
  const deviceId = await deviceThatSharesFiles(ground);
  const token = await signIn(server.url);

  const small = makeFile(0, 16 * megabyte);
  await uploadByChunks(server.url, token, deviceId, small);
  await uploadWhole(bare.url, small);
  const before = (await server.memory()).rss;
  const watch = watchRss(server.pid);
  const ours = { pid: server.pid, seconds: 0, cpuMs: 0 };
  const theirs = { pid: bare.pid, seconds: 0, cpuMs: 0 };
  // In turn, so that other load on the machine affects both.
  for (let place = 1; place <= files; place += 1) {
    const file = makeFile(place, megabytes * megabyte);
    await measure(ours, () => uploadByChunks(server.url, token, deviceId, file));
    await measure(theirs, () => uploadWhole(bare.url, file));
    await rm(path.join(folder, encodeURIComponent(file.name)));
  }
  const most = watch.most();
  const total = files * megabytes;
  const line = (what: string, side: Side) => ({
    what,
    MB: total,
    'MB/s': (total / side.seconds).toFixed(0),
    'against bare': ratio(theirs.seconds, side.seconds),
    'CPU ms per MB': (side.cpuMs / total).toFixed(2),
  });
  printTable([line('ours, in chunks of 8 MB', ours), line('bare Node stream copy', theirs)]);
  const grown = (bytes: number) => ((bytes - before) / megabyte).toFixed(0);
  const after = (await server.memory()).rss;
  console.log(
    `memory of the server (RSS): at most ${grown(most)} MB more than before, ${grown(after)} MB more afterwards`,
  );
  printLoadAverage();
}

/** What one server took for all files. Of ours without PostgreSQL. */
interface Side {
  pid: number;
  seconds: number;
  cpuMs: number;
}

async function measure(side: Side, upload: () => Promise<void>): Promise<void> {
  const before = cpuMs(side.pid);
  side.seconds += await timed(upload);
  side.cpuMs += cpuMs(side.pid) - before;
}

function deviceThatSharesFiles({ connection, dataDir }: Ground): Promise<number> {
  return withClient(connection, async (client) => {
    const [deviceId = 0] = await enrolDevices(client, 1, path.join(dataDir, 'fleet.json'));
    await client.query(`update devices set capabilities = '{FILES}' where id = $1`, [deviceId]);
    return deviceId;
  });
}
