import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { bannerText } from './banner.ts';
import { requireBucket } from '../core/blobs/s3/s3-objects.ts';
import { protectRestored } from '../modules/installation/backup/after-restore.ts';
import { loadConfig } from '../core/config/config.ts';
import { prepareDataDir, refuseHalfRestored } from '../core/data-dir.ts';
import { openDatabase } from '../shared/schema/open-database.ts';
import { describeError } from '../core/describe-error.ts';
import { checkPort, explainListenError, localUrl } from '../core/http/connections/listen-address.ts';
import { createLog } from '../core/log.ts';
import { createScheduler } from '../core/jobs/scheduler.ts';
import { openVault } from '../core/vault.ts';
import type { Services } from '../shared/services/services.ts';
import { ensureFirstAdmin } from '../modules/accounts/first-admin.ts';
import { StartError } from '../core/config/start-error.ts';
import { readKeyPair } from '../core/tls/key-pair.ts';
import { startDemoFleet } from './demo-fleet.ts';
import { checkTilesFile } from '../modules/places/locations/map-tiles.ts';
import { removePastClock } from './demo-history/past-clock.store.ts';

type Closer = () => Promise<void>;

/** Runs the server until a signal ends it. `built` resolves once the pages are built, with false when one could not be. */
export async function start(built: Promise<boolean> = Promise.resolve(true)): Promise<void> {
  const stop = stopOnSignals();
  const closers: Closer[] = [];
  let failure: unknown = null;
  try {
    const { taken } = await startParts(closers, stop, built);
    const failed = taken.then((error) => {
      throw error;
    });
    if (!stop.aborted) await Promise.race([once(stop, 'abort'), failed]);
  } catch (error) {
    // A start that was interrupted by a signal is no failure.
    if (!stop.aborted) failure = error;
  }
  if (failure !== null) printFailure(failure);
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => {
      failure ??= error;
      printFailure(error);
    });
  }
  process.exit(failure === null ? 0 : 1);
}

/** Starts the parts in order and adds a closer for each. `taken` resolves when another server has taken the database. */
async function startParts(
  closers: Closer[],
  stop: AbortSignal,
  built: Promise<boolean>,
): Promise<{ taken: Promise<Error> }> {
  const config = loadConfig(process.env);
  if (config.tls !== null) await readKeyPair(config.tls);
  if (config.mapTilesFile !== null) await checkTilesFile(config.mapTilesFile);
  await checkPort(config);
  await prepareDataDir(config.dataDir);
  await refuseHalfRestored(config.dataDir);
  if (config.s3 !== null) await requireBucket(config.s3);
  // Loads the rest of the program while PostgreSQL starts.
  const program = Promise.all([import('./app.ts'), import('./create-services.ts'), import('./open-bus.ts')]);
  const log: Services['log'] = createLog(config.logLevel);
  const { db, close, taken, target } = await openDatabase(config, log);
  closers.push(close);
  await protectRestored({ db, log }, config.dataDir);
  const [{ buildApp }, { createServices }, { openBus, openFrames }] = await program;
  stop.throwIfAborted();
  const server = { id: randomUUID(), name: config.serverName, isCluster: config.natsUrl !== null };
  const scheduler = createScheduler(log);
  const vault = openVault(config);
  const bus = await openBus({ config, log, db, scheduler, server, vault });
  closers.push(bus.close);
  const frames = await openFrames({ config, log, db, scheduler, server, vault });
  closers.push(frames.close);
  stop.throwIfAborted();
  const services = createServices({ config, log, db, server, scheduler, bus, frames, vault });
  if (!(await built)) throw new StartError('Without its pages the server does not start.');
  stop.throwIfAborted();
  const app = await buildApp(services);
  closers.push(app.close);
  if (await removePastClock(db)) {
    log.warn({ event: 'demo_history.cut_off' }, 'The history of the demo was cut off when the server last ended');
  }
  const admin = await ensureFirstAdmin(db, config);
  if (admin.isNew) {
    // Loaded lazily, because only a first start needs it.
    const { setFirstPreset } = await import('../modules/installation/presets/first-preset.ts');
    const { deviceTables } = await import('../device-features.ts');
    await setFirstPreset(services, deviceTables, admin);
  }
  try {
    await app.listen();
  } catch (error) {
    // A generated password is printed even now, because it cannot be shown again.
    if (admin.generatedPassword !== null) process.stdout.write(bannerText(config, null, admin));
    throw explainListenError(error, config);
  }
  const { port } = app.fastify.server.address() as AddressInfo;
  const url = localUrl(config, port);
  const isFirstStart = admin.isNew && config.demoHistory;
  const loopback = config.tls === null ? url : await app.listenLocally();
  const fleet = await startDemoFleet(services, loopback, isFirstStart);
  if (fleet !== null) closers.push(fleet.stop);
  if (fleet !== null && isFirstStart) {
    // Loaded lazily, because only a first start needs it.
    const { startDemoHistory } = await import('./demo-history/demo-history.ts');
    closers.push(startDemoHistory(services, { target, url: loopback, fleet }).stop);
  }
  process.stdout.write(bannerText(config, config.publicUrl ?? url, admin, fleet?.size));
  return { taken };
}

/** Signals within this time count as one, because terminal, npm and a supervisor may all forward the same signal. */
const sameSignalMs = 1000;

/** Returns a signal that aborts on the first process signal. A later one exits the process at once. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  let askedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted && performance.now() - askedAt > sameSignalMs) process.exit(130);
      if (!stop.signal.aborted) askedAt = performance.now();
      stop.abort();
    });
  }
  return stop.signal;
}

function printFailure(error: unknown): void {
  process.stderr.write(`Fairwatch: ${describeError(error)}\n`);
  // Any other error is a bug, for which the stack trace is needed.
  if (!(error instanceof StartError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}
