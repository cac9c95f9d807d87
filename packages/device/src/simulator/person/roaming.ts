import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceClient } from '../../core/client/device-client.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** How many seconds a roaming phone is online, and then offline. */
const usualPace = { online: [90, 240], offline: [20, 60] } as const;

type Pace = Readonly<Record<'online' | 'offline', readonly [least: number, most: number]>>;
type Roamer = Pick<DeviceClient, 'ended' | 'goAway' | 'comeBack'>;

/** Lets some phones lose the network now and then, as in a tunnel, until the device ends. */
export async function roam(
  phone: Roamer,
  { temper, random }: Pick<PhonePlan, 'temper' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Promise<void> {
  if (temper !== 'roaming') return;
  const chance = random('roaming');
  const ended = phone.ended.then(() => true);
  const endsDuring = (moment: keyof Pace) =>
    Promise.race([ended, delay(chance.int(...pace[moment]) * 1000, false, { ref: false })]);
  for (;;) {
    if (await endsDuring('online')) return;
    phone.goAway();
    log('out of reach');
    if (await endsDuring('offline')) return;
    phone.comeBack();
  }
}
