import type { PoolConfig } from 'pg';
import type { Services } from '../../shared/services/services.ts';
import { findFirstSuperAdmin } from '../../modules/accounts/accounts.store.ts';
import type { DemoFleet } from '../demo-fleet.ts';
import { createLife } from './life.ts';
import { actAs } from './past-admin.ts';
import { createPastClock } from './past-clock.ts';
import { isUntouched, layPastClock, removePastClock } from './past-clock.store.ts';
import { createPastMetrics } from './past-metrics.ts';
import { startPastServer } from './past-server.ts';
import type { Waiting } from './agreement.ts';
import { askForAgreement, followFirstPhone, keepAsking } from './present.ts';
import { tellSmallStory } from './small-story.ts';
import { storyDays, tellStory } from './story.ts';

interface HistoryOptions {
  /** The connection settings of PostgreSQL. */
  target: PoolConfig;
  /** The address of the live server on this machine. */
  url: string;
  fleet: DemoFleet;
}

interface DemoHistory {
  /** Resolves when the history is complete, or has failed, which is logged. */
  done: Promise<void>;
  /** Aborts the history. */
  stop(): Promise<void>;
}

/**
 * Generates two weeks of history for the simulated phones of a first start, while the server already listens. A second
 * server with a clock in the past, on a private port, receives real calls of admins and real frames of phones.
 */
export function startDemoHistory(services: Services, options: HistoryOptions): DemoHistory {
  const stop = new AbortController();
  void options.fleet.channel.gone.then(() => stop.abort());
  const failed = (error: unknown) => {
    if (stop.signal.aborted) return null;
    services.log.error({ err: error, event: 'demo_history.failed' }, 'The demo has no history, or only a part of it');
    return null;
  };
  const made = makeHistory(services, options, stop.signal).catch(failed);
  const server = { url: options.url, services, signal: stop.signal };
  const asking = made.then((waiting) => waiting && keepAsking(server, waiting)).catch(failed);
  return {
    done: made.then(() => undefined),
    async stop() {
      stop.abort();
      await asking;
    },
  };
}

async function makeHistory(
  services: Services,
  { target, url, fleet }: HistoryOptions,
  signal: AbortSignal,
): Promise<Waiting | null> {
  const { db, log } = services;
  const begun = performance.now();
  let waiting: Waiting | null = null;
  try {
    const owner = await findFirstSuperAdmin(db);
    if (owner === null || !(await isUntouched(db))) return null;
    await layPastClock(db);
    const lastDay = lastDayBefore(new Date());
    const clock = createPastClock(
      db,
      new Date(lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate() - storyDays, 8),
    );
    await clock.turnTo(new Date(clock.now()));
    const server = await startPastServer(services, { target, clock, signal });
    fleet.givePasscodesFrom(server.services.db, { asking: true });
    try {
      await fleet.channel.ready;
      const metrics = createPastMetrics(server, new Date());
      const { channel, size, preset } = fleet;
      const life = createLife({ server, clock, metrics, fleet: channel, lastDay, size, signal, log });
      const told = await actAs(server, owner);
      waiting = await (preset === 'everything' ? tellStory(life, told) : tellSmallStory(life, told, preset));
      await life.untilNow();
    } finally {
      fleet.givePasscodesFrom(db);
      await server.close();
    }
  } finally {
    await removePastClock(db);
    // From now on the phones run in real time.
    void fleet.channel.ask({ kind: 'end' }, 0).catch(() => undefined);
    for (const feature of shown) services.bus.publish('changed', { feature, deviceId: null });
  }
  // The calls of the history are not encrypted, and the server in the past takes them as they are. The live one may not.
  const isPlain = services.config.payload.mode === 'PLAINTEXT';
  const live = { url, services, signal };
  if (isPlain) await followFirstPhone(live);
  if (isPlain && waiting !== null) await askForAgreement(live, waiting);
  log.info({ event: 'demo_history.made', ms: Math.round(performance.now() - begun) }, 'The demo has its history');
  return isPlain ? waiting : null;
}

/** The features that open consoles reload when the history is complete. */
const shown = [
  'devices',
  'users',
  'admins',
  'tickets',
  'notifications',
  'figures',
  'profile',
  'passcodes',
  'app-download',
  'groups',
  'runs',
  'schedules',
  'zones',
  'alerts',
  'approvals',
] as const;

/** The hour at which the story ends. Before this hour, the story ends on the previous day. */
const endsAtHour = 10;

function lastDayBefore(now: Date): Date {
  const day = new Date(now);
  if (now.getHours() < endsAtHour) day.setDate(day.getDate() - 1);
  return day;
}
