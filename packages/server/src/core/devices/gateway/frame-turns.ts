import type { DeviceSocket, WaitingFrame } from './device-socket.ts';

const megabyte = 1024 * 1024;
/** How much is parsed of all devices together: at once after a quiet while, and then per second. */
const bytesAtOnce = 4 * megabyte;
const bytesPerSecond = 8 * megabyte;
/** What a frame counts at least. */
const leastBytes = 4096;
/** So long large frames may be handled without a rest; then at most half of the time. */
const busyMs = 25;
/** How soon it is looked again whether a device or all of them may go on. */
const checkEveryMs = 20;

export interface FrameTurns {
  /** Queues a frame. The device is not read until its frames are handled. */
  add(socket: DeviceSocket, frame: WaitingFrame): void;
  /** Stops reading from a device until its own budget allows the next frame. */
  hold(socket: DeviceSocket): void;
  close(): void;
}

interface TurnsOptions {
  handle(socket: DeviceSocket, frame: WaitingFrame): void;
  /** False while what was taken has to be put away first. */
  hasRoom(): boolean;
  /** Called when the last frame of a closed connection is handled. */
  onDrained(socket: DeviceSocket): void;
}

/**
 * Shares the time for large frames among devices: one frame for each turn of the event loop, at most half of the time, and by
 * bytes, so that a device that sends little is not delayed by those that flood. Devices that wait are paused: nothing is lost.
 *
 * This is fair queueing as in networks. Each device has a place, which grows with its bytes, and the frame that would end
 * first comes next. Whoever comes back after a quiet while starts where the others are now, so that nobody saves up turns.
 */
export function createFrameTurns({ handle, hasRoom, onDrained }: TurnsOptions): FrameTurns {
  const queue = new Set<DeviceSocket>();
  /** The place of the device that was served last. */
  let place = 0;
  /** Devices that have used up their bytes and wait until they may send again. */
  const held = new Set<DeviceSocket>();
  let bytes = bytesAtOnce;
  let filledAt = Date.now();
  /** By `performance.now()`. */
  let restsUntil = 0;
  let immediate: NodeJS.Immediate | undefined;
  let turnTimer: NodeJS.Timeout | undefined;
  let heldTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function refill(): void {
    const now = Date.now();
    bytes = Math.min(bytesAtOnce, bytes + (Math.max(0, now - filledAt) / 1000) * bytesPerSecond);
    filledAt = now;
  }

  /** How long the next turn has to wait. */
  function waitMs(): number {
    if (bytes <= 0 || !hasRoom()) return checkEveryMs;
    return Math.max(0, restsUntil - performance.now());
  }

  function runTurn(): void {
    immediate = undefined;
    turnTimer = undefined;
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
    socket.place += Math.max(length, leastBytes);
    bytes -= length;
    if (socket.partedAt > 0) socket.waiting = [];
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
    if (!socket.isPaused || held.has(socket) || socket.waiting !== null) return;
    // It could not be heard until now.
    socket.heardAt = Date.now();
    socket.resume();
  }

  function plan(): void {
    if (closed || queue.size === 0 || immediate || turnTimer) return;
    const wait = waitMs();
    if (wait === 0) immediate = setImmediate(runTurn);
    else turnTimer = setTimeout(runTurn, wait);
  }

  function releaseHeld(): void {
    const now = Date.now();
    for (const socket of held) {
      if (socket.readyState === socket.OPEN && socket.budget?.mayContinue(now) === false) continue;
      held.delete(socket);
      resume(socket);
    }
    if (held.size > 0) return;
    clearInterval(heldTimer);
    heldTimer = undefined;
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
    hold(socket) {
      socket.pause();
      held.add(socket);
      if (!closed) heldTimer ??= setInterval(releaseHeld, checkEveryMs);
    },
    close() {
      closed = true;
      clearImmediate(immediate);
      clearTimeout(turnTimer);
      clearInterval(heldTimer);
    },
  };
}
