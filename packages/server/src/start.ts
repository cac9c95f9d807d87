import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { bannerText } from './banner.ts';
import { protectRestored } from './core/backup/after-restore.ts';
import { createDisk } from './core/blobs/disk.ts';
import { createFileBlobs } from './core/blobs/file-blobs.ts';
import { createOpenTransfers } from './core/blobs/open-transfers.ts';
import { createInProcessBus } from './core/bus.ts';
import { systemClock } from './core/clock.ts';
import { loadConfig } from './core/config.ts';
import { prepareDataDir, refuseHalfRestored } from './core/data-dir.ts';
import { openDatabase } from './core/database/open-database.ts';
import { describeError } from './core/describe-error.ts';
import { checkPort, explainListenError, localUrl } from './core/http/listen-address.ts';
import { createLog } from './core/log.ts';
import { createMail } from './core/mail/mail.ts';
import { createNewsDesk } from './core/notifications/news-desk.ts';
import type { Services } from './core/services.ts';
import { ensureFirstAdmin } from './core/session/first-admin.ts';
import { StartError } from './core/start-error.ts';
import { openVault } from './core/vault.ts';
import { readKeyPair } from './core/tls/key-pair.ts';
import { createPushSender } from './core/web-push/push-sender.ts';
import { startDemoFleet } from './demo-fleet.ts';
import { checkTilesFile } from './features/locations/map-tiles.ts';
import { removePastClock } from './demo-history/past-clock.store.ts';

type Closer = () => Promise<void>;

/** Runs the server until a signal ends it. */
export async function start(): Promise<void> {
  const stop = stopOnSignals();
  const closers: Closer[] = [];
  let failure: unknown = null;
  try {
    const { taken } = await startParts(closers, stop);
    const failed = taken.then((error) => {
      throw error;
    });
    if (!stop.aborted) await Promise.race([once(stop, 'abort'), failed]);
  } catch (error) {
    // A start that a signal cut short has not failed.
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

/** Starts one part after the other, each with what ends it. What it gives settles when another server took the database. */
async function startParts(closers: Closer[], stop: AbortSignal): Promise<{ taken: Promise<Error> }> {
  const config = loadConfig(process.env);
  if (config.tls !== null) await readKeyPair(config.tls);
  if (config.mapTilesFile !== null) await checkTilesFile(config.mapTilesFile);
  await checkPort(config);
  await prepareDataDir(config.dataDir);
  await refuseHalfRestored(config.dataDir);
  // While PostgreSQL starts, there is time to load the rest of the program.
  const program = import('./app.ts');
  const log = createLog(config.logLevel);
  const { db, close, taken, target } = await openDatabase(config, log);
  closers.push(close);
  await protectRestored({ db, log }, config.dataDir);
  const { buildApp } = await program;
  stop.throwIfAborted();
  const bus = createInProcessBus();
  const vault = openVault(config.dataDir);
  const services: Services = {
    config,
    clock: systemClock,
    log,
    db,
    bus,
    blobs: createFileBlobs(config.dataDir),
    disk: createDisk(config.dataDir),
    transfers: createOpenTransfers({ bus, log }),
    mail: createMail(config, log),
    vault,
    news: createNewsDesk({ db, bus, log }),
    push: createPushSender({ db, bus, log, vault, config }),
  };
  const app = await buildApp(services);
  closers.push(app.close);
  if (await removePastClock(db)) {
    log.warn({ event: 'demo_history.cut_off' }, 'The history of the demo was cut off when the server last ended');
  }
  const admin = await ensureFirstAdmin(db, config);
  try {
    await app.listen();
  } catch (error) {
    // Nobody could tell a made password again.
    if (admin.madePassword !== null) process.stdout.write(bannerText(config, null, admin));
    throw explainListenError(error, config);
  }
  const { port } = app.fastify.server.address() as AddressInfo;
  const url = localUrl(config, port);
  const isFirstStart = admin.isNew && config.demoHistory;
  const fleet = startDemoFleet(services, config.tls === null ? url : await app.listenLocally(), isFirstStart);
  if (fleet !== null) closers.push(fleet.stop);
  if (fleet !== null && isFirstStart) {
    // Not needed on any other start.
    const { startDemoHistory } = await import('./demo-history/demo-history.ts');
    closers.push(startDemoHistory(services, { target, fleet }).stop);
  }
  process.stdout.write(bannerText(config, config.publicUrl ?? url, admin));
  return { taken };
}

/** Terminal, npm and whoever supervises us may all hand on the same signal: within this time it is one wish. */
const oneWishMs = 1000;

/** Aborted by the first signal. A later one ends the process there and then. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  let askedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted && performance.now() - askedAt > oneWishMs) process.exit(130);
      if (!stop.signal.aborted) askedAt = performance.now();
      stop.abort();
    });
  }
  return stop.signal;
}

function printFailure(error: unknown): void {
  process.stderr.write(`Fairwatch: ${describeError(error)}\n`);
  // Whatever is not meant for the owner is a fault of ours, and the stack tells where.
  if (!(error instanceof StartError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}
