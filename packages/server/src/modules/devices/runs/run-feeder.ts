import { consoleLink, type RunItemState } from '@fairwatch/contract';
import { settleRunItems } from '../../commands/run-items.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findFreeDevices, findRequesters, findRunWork } from './items/candidates.store.ts';
import { feedDevices } from './items/command-items.ts';
import { runDirectItems } from './items/direct-items.ts';
import { finishRuns, takeUnannounced, type FinishedRun } from './finish-runs.store.ts';
import { createTurns } from './turns-of-admins.ts';
import { publishNotifications, storeNotification } from '../../../shared/notify/notify.ts';

/** How many devices are fed in one round: one statement each for finding, checking and queueing. */
const devicesPerRound = 500;
const roundsAtOnce = 2;
/** How often all waiting items are looked at, for those whose turn came without an event: after a restart, or on another server. */
const scanEveryMs = 5000;
/** Devices whose commands end within this time are fed together: a statement for one costs nearly as much as one for many. */
const gatherMs = 20;
/** How often it is looked whether runs have finished: not with each item, because it reads index entries of many that have just ended. */
const finishEveryMs = 25;
/** Consoles are told of progress at most this often. */
const tellEveryMs = 500;

interface RunFeeder {
  close(): Promise<void>;
}

/**
 * Carries out runs: it gives each device its next command when the one before has ended, and ends items and runs. The rows are the truth:
 * whatever a crash interrupts is found again by the next scan, and the link between item and command keeps it from being done twice.
 * Commands and other items have a worker each, because ending many devices takes long and must not delay commands.
 */
export function createRunFeeder(services: Services, tables: readonly RowTable[]): RunFeeder {
  const { db, bus, jobs } = services;
  /** Devices whose command has ended, or whose item was skipped. */
  const due = new Set<number>();
  /** Runs with an item that has ended. */
  const ending = new Set<number>();
  /** False while no run is unfinished: then the end of a command costs nothing here. */
  let hasRuns = true;
  let scanWanted = true;
  /** Tells open consoles that runs changed. */
  const telling = jobs.start({
    name: 'tellRunProgress',
    gatherMs: tellEveryMs,
    run: () => bus.publish('changed', { feature: 'runs', deviceId: null }),
  });
  const failure = 'runs.feed_failed';

  const commands = jobs.start({
    name: 'feedRuns',
    gatherMs,
    failure,
    async run(signal) {
      while (!signal.aborted) {
        if (scanWanted) {
          scanWanted = false;
          await scan(signal);
        }
        const deviceIds = takeDue();
        if (deviceIds.length === 0) return;
        await feed(deviceIds);
        // What ends meanwhile is gathered.
        if (due.size < devicesPerRound && !scanWanted) return due.size > 0 ? commands.trigger() : undefined;
      }
    },
  });

  const others = jobs.start({
    name: 'runDirectItems',
    failure,
    run: (signal) =>
      runDirectItems(services, tables, {
        signal,
        onEnded(items) {
          noteProgress(items.length);
          finishSoon(items);
        },
      }),
  });

  const finishing = jobs.start({
    name: 'finishRuns',
    gatherMs: finishEveryMs,
    failure,
    async run() {
      const runIds = [...ending];
      ending.clear();
      if (runIds.length === 0) return;
      const finished = await finishRuns(db, runIds);
      noteProgress(finished.length);
      if (finished.length > 0) await announceFinished(services);
    },
  });
  const scanning = jobs.start({ name: 'scanRuns', everyMs: scanEveryMs, run: look });

  /** Call it with the number of items and runs that changed. */
  function noteProgress(changed: number): void {
    if (changed > 0) telling.trigger();
  }

  function takeDue(): number[] {
    const deviceIds = [...due].slice(0, devicesPerRound);
    for (const deviceId of deviceIds) due.delete(deviceId);
    return deviceIds;
  }

  async function scan(signal: AbortSignal): Promise<void> {
    const { unfinished, unannounced } = await findRunWork(db);
    hasRuns = unfinished;
    if (unfinished) {
      await feedFree(signal);
      await settleAll();
      noteProgress((await finishRuns(db, null)).length);
    }
    if (unfinished || unannounced) await announceFinished(services);
  }

  /**
   * Feeds all devices that have no open command. Each round has devices of every admin with a run, also of one who has just started it, so that a
   * large run does not delay those of others. The next round is checked while the one before is being queued. Items that end meanwhile are
   * settled afterwards, all at once.
   */
  async function feedFree(signal: AbortSignal): Promise<void> {
    const turns = createTurns(() => findRequesters(db));
    const findNext = async () => {
      const found = await turns.next(devicesPerRound, (cursors, limit) => findFreeDevices(db, cursors, limit));
      return [...new Set(found.map(({ id }) => id))];
    };
    let round: Promise<readonly number[]> = Promise.resolve([]);
    // One after the other, so that no device is in two rounds.
    const findRound = () => (round = round.then(findNext));
    const feedRounds = async () => {
      while (!signal.aborted) {
        const deviceIds = await findRound();
        if (deviceIds.length === 0) return;
        await feedNext(deviceIds);
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: roundsAtOnce }, feedRounds));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Settles what has ended, also while no event told of it. Devices that have no further item need not be looked at again. */
  async function settleAll(): Promise<void> {
    const ended = await settleRunItems(db, null);
    for (const { deviceId, isLast } of ended) if (isLast) due.delete(deviceId);
    noteProgress(ended.length);
  }

  /** Settles the items of devices whose command has ended, and feeds those that have further items. */
  async function feed(deviceIds: readonly number[]): Promise<void> {
    const ended = await settleRunItems(db, deviceIds);
    noteProgress(ended.length);
    finishSoon(ended);
    const atEnd = new Set(ended.flatMap(({ deviceId, isLast }) => (isLast ? deviceId : [])));
    await feedNext(deviceIds.filter((deviceId) => !atEnd.has(deviceId)));
  }

  async function feedNext(deviceIds: readonly number[]): Promise<void> {
    const { queued, skipped } = await feedDevices(services, deviceIds);
    for (const { deviceId } of skipped) due.add(deviceId);
    noteProgress(queued.length + skipped.length);
    finishSoon(skipped);
  }

  /** Finishes soon the runs of items that have ended, if these were their last. */
  function finishSoon(ended: readonly { runId: number }[]): void {
    for (const { runId } of ended) ending.add(runId);
    if (ending.size > 0) finishing.trigger();
  }

  function look(): void {
    scanWanted = true;
    void commands.runNow();
    others.trigger();
  }
  const markDue = ({ deviceId }: { deviceId: number }) => {
    if (!hasRuns) return;
    due.add(deviceId);
    commands.trigger();
  };
  const subscriptions = [
    bus.subscribeLocal('commandEnded', markDue),
    bus.subscribeLocal('commandCancelled', markDue),
    // The server on which it changed looks at its items; here the ends of commands count from now on.
    bus.subscribe('runChanged', () => void (hasRuns = true)),
    bus.onGap(() => void (hasRuns = true)),
    bus.subscribeLocal('runChanged', () => {
      noteProgress(1);
      look();
    }),
  ];
  look();

  return {
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await Promise.all([scanning, commands, others, finishing, telling].map((job) => job.close()));
    },
  };
}

const words: readonly [RunItemState, string][] = [
  ['DONE', 'done'],
  ['DECLINED', 'declined'],
  ['FAILED', 'failed'],
  ['EXPIRED', 'not answered in time'],
  ['SKIPPED', 'skipped'],
  ['CANCELLED', 'cancelled'],
];

/**
 * Notifies the admins of runs that have finished: one notification per run, however many devices it had. Runs of
 * schedules notify nobody, since they come again and again; the list of schedules shows how the last one ended. It is stored together with the
 * mark that says so, so that a crash neither loses nor repeats it.
 */
async function announceFinished({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<void> {
  const stored = await db.transaction().execute(async (transaction) => {
    const runs = await takeUnannounced(transaction);
    const written: Awaited<ReturnType<typeof storeNotification>> = [];
    // Whoever cancelled a run knows.
    for (const run of runs)
      if (!run.cancelled && run.scheduleId === null)
        written.push(...(await storeNotification(transaction, notificationOf(run))));
    return written;
  });
  publishNotifications(bus, stored);
}

function notificationOf({ runId, title, requestedBy, counts }: FinishedRun) {
  const isComplete = Object.keys(counts).every((state) => state === 'DONE' || state === 'DECLINED');
  const message = words.flatMap(([state, word]) => (counts[state] ? [`${counts[state]} ${word}`] : [])).join(', ');
  return {
    kind: isComplete ? ('RUN_DONE' as const) : ('RUN_INCOMPLETE' as const),
    to: { admins: [requestedBy] },
    title: `${title}: finished`,
    message: `${message}.`,
    tells: null,
    link: consoleLink('/runs/$runId', { runId }),
  };
}
