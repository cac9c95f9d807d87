import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceClient } from '../core/device-client.ts';
import type { PhonePlan } from './phone-plan.ts';

/** How long a roaming phone is there and then away, in seconds. */
const usualPace = { there: [90, 240], away: [20, 60] } as const;

type Pace = Readonly<Record<'there' | 'away', readonly [least: number, most: number]>>;
type Roamer = Pick<DeviceClient, 'ended' | 'goAway' | 'comeBack'>;

/** Lets some phones lose the network now and then, as in a tunnel, as long as the phone lives. */
export async function comeAndGo(
  phone: Roamer,
  { temper, random }: Pick<PhonePlan, 'temper' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Promise<void> {
  if (temper !== 'roaming') return;
  const chance = random('roaming');
  const ended = phone.ended.then(() => true);
  const passes = (moment: keyof Pace) =>
    Promise.race([ended, delay(chance.int(...pace[moment]) * 1000, false, { ref: false })]);
  for (;;) {
    if (await passes('there')) return;
    phone.goAway();
    log('out of reach');
    if (await passes('away')) return;
    phone.comeBack();
  }
}
