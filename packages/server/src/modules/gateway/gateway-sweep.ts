import { deviceSocketClose, limits } from '@fairwatch/contract';
import type { CommandEngine } from '../commands/command-engine.ts';
import type { StagedAnswers } from '../commands/answers/staged-answers.ts';
import type { LiveViewRelay } from '../device-data/live-view/relay/live-view-relay.ts';
import type { LiveKeeper } from '../places/live-location/live-keeper.ts';
import type { Services } from '../../shared/services/services.ts';
import type { DeviceSocket } from './device-socket.ts';
import type { DeviceSockets } from './device-sockets.ts';
import type { DeviceBudgets } from './frames/device-budget.ts';
import type { HelloQueue } from './hello-queue.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { ScheduledDeliveries } from './inbox/scheduled-deliveries.ts';
import type { LiveMetrics } from './liveness/live-metrics.ts';
import type { Presence } from './liveness/presence.ts';
import type { FrameSender } from './supervision/frame-sender.ts';

const sweepEveryMs = 1000;
/** What is less urgent runs with every so many sweeps. */
const sweepsPerTidy = 5;
const sweepsPerReconcile = 15;
const goodbyeWithinMs = 2000;

interface SweptParts {
  online: ReadonlyMap<number, DeviceSocket>;
  sockets: DeviceSockets;
  engine: CommandEngine;
  staged: StagedAnswers;
  presence: Presence;
  inbox: Inbox;
  live: LiveKeeper;
  liveViews: LiveViewRelay;
  supervision: FrameSender;
  watches: FrameSender;
  kinds: FrameSender;
  scheduled: ScheduledDeliveries;
  hellos: HelloQueue;
  budgets: DeviceBudgets;
  liveMetrics: LiveMetrics;
}

interface SweepPart {
  name: string;
  /** How many sweeps pass between two runs of this part; 1 by default, which is every sweep. */
  every?: number;
  run(now: number): void | Promise<unknown>;
}

/** Does once a second what is due by time: closes silent sockets, expires commands, and tries again what failed. */
export function startSweep({ log, jobs, scheduler }: Services, swept: SweptParts) {
  const { online, sockets, engine, staged, presence, inbox, live, liveViews, supervision, watches, kinds } = swept;
  const { scheduled, hellos, budgets, liveMetrics } = swept;
  let sweeps = 0;

  /** The parts of a sweep in their order. Each has a name for the log. */
  const parts: readonly SweepPart[] = [
    { name: 'sockets', run: (now) => sweepSockets(now) },
    { name: 'hellos', run: () => hellos.processWaiting() },
    { name: 'budgets', run: (now) => budgets.tidy(now) },
    { name: 'reconcile', every: sweepsPerReconcile, run: () => presence.reconcile(null) },
    { name: 'expiry', run: expireCommands },
    { name: 'live', run: () => live.endOverdue() },
    { name: 'liveViews', run: () => liveViews.endOverdue() },
    { name: 'scheduled', run: (now) => scheduled.deliverDue(now) },
    { name: 'deliveries', run: () => engine.catchUp() },
    { name: 'progress', run: () => engine.storeProgress() },
    { name: 'inbox', every: sweepsPerTidy, run: () => inbox.tidy() },
    { name: 'liveAccess', every: sweepsPerTidy, run: () => live.endUnallowed() },
    { name: 'liveViewAccess', every: sweepsPerTidy, run: () => liveViews.tidy() },
    { name: 'supervision', every: sweepsPerTidy, run: () => supervision.catchUp() },
    { name: 'watches', every: sweepsPerTidy, run: () => watches.catchUp() },
    { name: 'kinds', every: sweepsPerTidy, run: () => kinds.catchUp() },
    { name: 'presence', every: sweepsPerTidy, run: () => presence.tidy() },
  ];

  async function sweep(): Promise<void> {
    const now = scheduler.now();
    for (const { name, every = 1, run } of parts) {
      if (sweeps % every !== 0) continue;
      try {
        await run(now);
      } catch (error) {
        // The others run: a device that is silent is let go although, for example, no command can be expired.
        log.error(
          { err: error, event: 'gateway.sweep_failed', part: name },
          'A part of the sweep of the devices failed',
        );
      }
    }
    sweeps += 1;
  }

  function sweepSockets(now: number): void {
    for (const socket of sockets.clients) sweepSocket(socket, now);
  }

  async function expireCommands(): Promise<void> {
    for (const { commandId, deviceId } of await engine.expire()) {
      const socket = online.get(deviceId);
      if (socket?.answer?.commandId === commandId) socket.dropAnswer();
      staged.discard(commandId);
    }
  }

  function sweepSocket(socket: DeviceSocket, now: number): void {
    if (socket.disconnectedAt > 0) {
      if (now - socket.disconnectedAt > goodbyeWithinMs) socket.terminate();
    } else if (!socket.saidHello) {
      if (now - socket.openedAt > limits.device.helloWithinMs) socket.disconnect(deviceSocketClose.refused, 'no hello');
    } else if (socket.isPaused) {
      // A paused socket receives nothing, so it does not count as silent.
      socket.heardAt = now;
    } else if (now - socket.heardAt > limits.device.silentAfterMs) {
      // The device is offline from now on, not from when the close would have been answered.
      presence.leave(socket);
      socket.disconnect(deviceSocketClose.silent, 'nothing heard');
    } else if (socket.deviceId > 0) liveMetrics.recordActive(socket);
  }

  const job = jobs.start({ name: 'sweepDevices', run: sweep, everyMs: sweepEveryMs });
  job.trigger();

  return {
    /** Resolves when the last sweep has ended. */
    stop: () => job.close(),
  };
}
