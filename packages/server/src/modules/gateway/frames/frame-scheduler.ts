import type { Scheduler, Stop } from '../../../core/jobs/scheduler.ts';
import type { DeviceSocket, WaitingFrame } from '../device-socket.ts';

const megabyte = 1024 * 1024;
/** The bytes of large frames that are parsed of all devices together: a burst after a quiet time, then per second. */
const bytesAtOnce = 4 * megabyte;
const bytesPerSecond = 8 * megabyte;
/** The smallest size that a frame is charged with. */
const minCharge = 4096;
/** How long large frames may be handled without a rest; beyond it they get at most half of the time. */
const busyMs = 25;
/** How often waiting devices are checked. */
const checkEveryMs = 20;

export interface FrameScheduler {
  /** Queues a frame and pauses the device's socket until its frames are handled. */
  add(socket: DeviceSocket, frame: WaitingFrame): void;
  /** Pauses a device's socket until its own budget allows the next frame. */
  throttle(socket: DeviceSocket): void;
  /** The number of devices whose frames wait. */
  waiting(): number;
  close(): void;
}

interface FrameSchedulerOptions {
  scheduler: Scheduler;
  handle(socket: DeviceSocket, frame: WaitingFrame): void;
  /** False while received answers wait for the disk. */
  canAccept(): boolean;
  /** Called when the last frame of a closed connection is handled. */
  onDrained(socket: DeviceSocket): void;
}

/**
 * Schedules large frames: one per iteration of the event loop, at most half of the time, and fairly by bytes, so that a
 * device that sends little is not delayed by those that flood. Waiting devices are paused, so nothing is lost.
 *
 * This is fair queueing as in networks. Each device has a virtual finish time, which grows with its bytes, and the frame
 * that would finish first is served next. A device that returns after a quiet time starts where the others are now, so that
 * nobody saves up credit.
 */
export function createFrameScheduler({
  scheduler,
  handle,
  canAccept,
  onDrained,
}: FrameSchedulerOptions): FrameScheduler {
  const queue = new Set<DeviceSocket>();
  /** The virtual time of the device that was served last. */
  let place = 0;
  /** Paused devices that have used up their budget. */
  const throttled = new Set<DeviceSocket>();
  let bytes = bytesAtOnce;
  let filledAt = scheduler.now();
  /** The end of the current rest, by `performance.now()`. */
  let restsUntil = 0;
  let immediate: NodeJS.Immediate | undefined;
  let stopTimer: Stop | undefined;
  let stopThrottle: Stop | undefined;
  let closed = false;

  function refill(): void {
    const now = scheduler.now();
    bytes = Math.min(bytesAtOnce, bytes + (Math.max(0, now - filledAt) / 1000) * bytesPerSecond);
    filledAt = now;
  }

  /** Returns how long the next frame has to wait, in ms. */
  function waitMs(): number {
    if (bytes <= 0 || !canAccept()) return checkEveryMs;
    return Math.max(0, restsUntil - performance.now());
  }

  function run(): void {
    immediate = undefined;
    stopTimer = undefined;
    refill();
    if (waitMs() === 0) serveNext();
    plan();
  }

  function serveNext(): void {
    let next: DeviceSocket | undefined;
    let nextEnd = Number.POSITIVE_INFINITY;
    for (const socket of queue) {
      const end = socket.place + (socket.waiting?.[0]?.data.length ?? 0);
      if (end < nextEnd) [next, nextEnd] = [socket, end];
    }
    const frame = next?.waiting?.shift();
    if (next && frame) serve(next, frame);
  }

  function serve(socket: DeviceSocket, frame: WaitingFrame): void {
    const { length } = frame.data;
    place = socket.place;
    socket.place += Math.max(length, minCharge);
    bytes -= length;
    if (socket.disconnectedAt > 0) socket.waiting = [];
    else {
      const startedAt = performance.now();
      handle(socket, frame);
      const took = performance.now() - startedAt;
      restsUntil = Math.max(restsUntil, startedAt - 2 * busyMs) + 2 * took;
    }
    if (socket.waiting?.length) return;
    socket.waiting = null;
    queue.delete(socket);
    resume(socket);
    if (socket.readyState === socket.CLOSED) onDrained(socket);
  }

  function resume(socket: DeviceSocket): void {
    if (!socket.isPaused || throttled.has(socket) || socket.waiting !== null) return;
    // A paused socket receives nothing, so its silence starts now.
    socket.heardAt = scheduler.now();
    socket.resume();
  }

  function plan(): void {
    if (closed || queue.size === 0 || immediate || stopTimer) return;
    const wait = waitMs();
    if (wait === 0) immediate = setImmediate(run);
    else stopTimer = scheduler.after(wait, run);
  }

  function resumeThrottled(): void {
    const now = scheduler.now();
    for (const socket of throttled) {
      if (socket.readyState === socket.OPEN && socket.budget?.canContinue(now) === false) continue;
      throttled.delete(socket);
      resume(socket);
    }
    if (throttled.size > 0) return;
    stopThrottle?.();
    stopThrottle = undefined;
  }

  return {
    add(socket, frame) {
      socket.pause();
      if (socket.waiting === null) {
        socket.waiting = [];
        socket.place = Math.max(place, socket.place);
        queue.add(socket);
      }
      socket.waiting.push(frame);
      plan();
    },
    throttle(socket) {
      socket.pause();
      throttled.add(socket);
      if (!closed) stopThrottle ??= scheduler.every(checkEveryMs, resumeThrottled);
    },
    waiting: () => queue.size,
    close() {
      closed = true;
      clearImmediate(immediate);
      stopTimer?.();
      stopThrottle?.();
    },
  };
}
