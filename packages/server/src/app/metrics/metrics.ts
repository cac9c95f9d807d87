import type { BusStatus } from '../../core/bus/bus.ts';
import type { FastifyInstance } from 'fastify';
import type { Counter } from 'prom-client';
import { poolFigures } from '../../core/database/connect.ts';
import type { GatewayFigures } from '../../modules/gateway/gateway.ts';
import type { Traffic } from '../../modules/devices/dashboard/traffic-meter.ts';
import type { Services } from '../../shared/services/services.ts';
import { countBlobs } from './count-blobs.ts';
import { readDatabaseFigures, type DatabaseFigures } from './figures.store.ts';
import { createProcessFigures } from './process-figures.ts';
import { createSeries, type Series } from './series.ts';

/** A scrape does not wait longer than this for the database. */
const databaseWithinMs = 2000;

/** Where figures come from that are read for each scrape. */
export interface MetricsSources {
  gateway(): GatewayFigures;
  consoles(): number;
  traffic(): Traffic;
}

/** The figures of this server for Prometheus. */
export interface Metrics {
  /** The services, with a store for files whose requests are counted. */
  services: Services;
  contentType: string;
  /** Counts the requests of this server from now on. */
  watchRequests(app: FastifyInstance): void;
  setSources(sources: MetricsSources): void;
  /** Reads all figures now, as Prometheus reads them. */
  read(): Promise<string>;
  close(): void;
}

/** The methods that a request can have; others count as one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The route of requests for which there is none: pages of the console, and unknown paths. */
const otherRoutes = 'other';

/** Creates the figures of a server. This module loads `prom-client`, so it is imported only by a server that offers figures. */
export async function createMetrics(services: Services, version: string): Promise<Metrics> {
  const prom = await import('prom-client');
  const registry = new prom.Registry();
  const series = createSeries(prom, registry);
  const ofProcess = createProcessFigures();
  const { bus } = services;
  let sources: MetricsSources | null = null;
  series.build.set({ version }, 1);
  const stops = [
    bus.subscribe('commandSteps', ({ steps }) => {
      for (const { commandType, step, sentAfter, finishedAfter } of steps) {
        series.commandSteps.inc({ type: commandType, step });
        if (sentAfter !== null) series.deliveredSeconds.observe(sentAfter);
        if (finishedAfter !== null) series.finishedSeconds.observe(finishedAfter);
      }
    }),
    bus.subscribe('fileStored', ({ size }) => {
      series.uploads.inc();
      series.uploadBytes.inc(size);
    }),
    () => ofProcess.close(),
  ];
  const totals = createTotals();

  async function collect(): Promise<void> {
    ofProcess.collect(series);
    series.pushWaiting.set(services.push.waiting());
    for (const { name: task, runs, failures, seconds } of services.jobs.figures()) {
      totals.set(series.jobRuns, { task, outcome: 'done' }, runs - failures);
      totals.set(series.jobRuns, { task, outcome: 'failed' }, failures);
      totals.set(series.jobSeconds, { task }, seconds);
    }
    if (sources !== null) collectSources(series, sources, totals);
    collectCluster(series, services, totals);
    const pool = poolFigures(services.db);
    if (pool !== null) {
      series.pool.set({ state: 'all' }, pool.total);
      series.pool.set({ state: 'idle' }, pool.idle);
      series.poolWaiting.set(pool.waiting);
      totals.set(series.poolBroken, {}, pool.broken);
    }
    setDatabaseFigures(series, await withinTime(readDatabaseFigures(services.db)));
  }

  return {
    services: {
      ...services,
      blobs: countBlobs(services.blobs, (operation, outcome) => series.blobRequests.inc({ operation, outcome })),
    },
    contentType: registry.contentType,
    watchRequests(app) {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const route = routeOptions.url ?? otherRoutes;
        const status = `${Math.floor(reply.statusCode / 100)}xx`;
        series.requests.inc({ route, method: methods.has(method) ? method : 'OTHER', status });
        series.requestSeconds.observe({ route }, reply.elapsedTime / 1000);
      });
    },
    setSources: (given) => void (sources = given),
    async read() {
      await collect();
      return await registry.metrics();
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

function collectSources(series: Series, sources: MetricsSources, totals: Totals): void {
  const { sockets, online, frameQueue, helloQueue, staged, liveViews, viewers } = sources.gateway();
  series.sockets.set({ kind: 'device' }, sockets);
  series.sockets.set({ kind: 'console' }, sources.consoles());
  series.online.set(online);
  series.frameQueue.set(frameQueue);
  series.helloQueue.set(helloQueue);
  series.liveViews.set(liveViews);
  series.viewers.set(viewers);
  series.stagedBytes.set({ where: 'memory' }, staged.memory);
  series.stagedBytes.set({ where: 'disk' }, staged.disk);
  const { received, sent } = sources.traffic();
  totals.set(series.networkBytes, { direction: 'received' }, received);
  totals.set(series.networkBytes, { direction: 'sent' }, sent);
}

/** What a server among others tells of its connection to them and of its lease. */
interface ClusterParts {
  bus: Pick<Services['bus'], 'publish'> & {
    status?(): Pick<BusStatus, 'isConnected' | 'gaps' | 'eventsSent' | 'eventsReceived' | 'batchesForged'>;
  };
  availability?: { lease: { renewedAt: number | null } };
}

/** A single server has no connection to others, and then no figures of one: they must not look like a broken one. */
function collectCluster(series: Series, services: Services, totals: Totals): void {
  const { bus, availability }: ClusterParts = services;
  const renewedAt = availability?.lease.renewedAt ?? null;
  if (renewedAt === null) series.leaseAge.remove();
  else series.leaseAge.set((services.scheduler.now() - renewedAt) / 1000);
  const status = services.server.isCluster ? bus.status?.() : undefined;
  if (status === undefined) return series.busConnected.remove();
  series.busConnected.set(status.isConnected ? 1 : 0);
  totals.set(series.busPublished, {}, status.eventsSent);
  totals.set(series.busReceived, {}, status.eventsReceived);
  totals.set(series.busForged, {}, status.batchesForged);
  totals.set(series.busGaps, {}, status.gaps);
}

/** Without figures, because PostgreSQL did not answer, there are no values instead of old ones. */
function setDatabaseFigures(series: Series, figures: DatabaseFigures | null): void {
  series.databaseUp.set(figures === null ? 0 : 1);
  for (const each of [series.openCommands, series.runItems, series.mailsWaiting]) each.reset();
  if (figures === null) {
    series.runItems.remove();
    series.mailsWaiting.remove();
    return;
  }
  for (const { step, count } of figures.openCommands) series.openCommands.set({ step }, count);
  series.runItems.set(figures.runItems);
  series.mailsWaiting.set(figures.mails);
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), databaseWithinMs);
  try {
    return await Promise.race([work.catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sets counters to totals that are counted elsewhere. */
interface Totals {
  set<Label extends string>(counter: Counter<Label>, labels: Partial<Record<Label, string>>, total: number): void;
}

function createTotals(): Totals {
  const known = new Map<Counter, Map<string, number>>();
  return {
    set(counter, labels, total) {
      const ofCounter = known.get(counter as Counter) ?? new Map<string, number>();
      known.set(counter as Counter, ofCounter);
      const key = Object.values(labels).join(' ');
      counter.inc(labels, Math.max(0, total - (ofCounter.get(key) ?? 0)));
      ofCounter.set(key, total);
    },
  };
}
