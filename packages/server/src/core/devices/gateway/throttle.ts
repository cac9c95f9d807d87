import type { DeviceSocket } from './device-socket.ts';

const checkEveryMs = 100;

/** Makes devices that talk too much wait, without losing a frame and without touching any other device. */
export function createThrottle() {
  const waiting = new Set<DeviceSocket>();
  let timer: NodeJS.Timeout | undefined;

  function release(): void {
    const now = Date.now();
    for (const socket of waiting) {
      if (!socket.mayContinue(now)) continue;
      waiting.delete(socket);
      socket.resume();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    hold(socket: DeviceSocket): void {
      socket.pause();
      waiting.add(socket);
      timer ??= setInterval(release, checkEveryMs);
    },
    close(): void {
      clearInterval(timer);
    },
  };
}
