import type { Services } from '../../shared/services/services.ts';
import { tryAgainLater, type DeviceSocket } from './device-socket.ts';
import type { Presence } from './liveness/presence.ts';

const waveEveryMs = 250;
/** The part of the time that balancers get to notice that this server is not ready, before the first device is told to go. */
const graceShare = 0.2;

/**
 * Lets the devices go before the server stops, in waves over DRAIN_SECONDS, so that the other servers do not get all of them at once.
 * New devices are refused meanwhile. Resolves at once when DRAIN_SECONDS is 0.
 */
export async function drainDevices(
  { availability, config, log, scheduler }: Services,
  online: ReadonlyMap<number, DeviceSocket>,
  leave: Presence['leave'],
): Promise<void> {
  if (config.drainSeconds === 0) return;
  availability.isDraining = true;
  const pause = (ms: number) => new Promise<void>((resolve) => void scheduler.after(ms, resolve));
  const totalMs = config.drainSeconds * 1000;
  await pause(totalMs * graceShare);
  const count = online.size;
  const waves = Math.max(1, Math.floor((totalMs * (1 - graceShare)) / waveEveryMs));
  for (let wave = waves; wave > 0 && online.size > 0; wave -= 1) {
    // An equal share of those that are left, so that the last wave takes the rest.
    const share = Math.ceil(online.size / wave);
    for (const socket of [...online.values()].slice(0, share)) {
      leave(socket);
      socket.disconnect(tryAgainLater, 'the server stops');
    }
    if (online.size > 0) await pause(waveEveryMs);
  }
  log.info({ event: 'gateway.drained', devices: count }, 'All devices were let go');
}
