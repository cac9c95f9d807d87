import { setTimeout as delay } from 'node:timers/promises';
import { capabilities, type Capability } from '@fairwatch/contract';
import type { DeviceClient } from '../../core/client/device-client.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** The range of seconds for which people share, and then withhold it. */
const usualPace = { sharing: [5400, 10_800], withholding: [600, 1800] } as const;

type Pace = Readonly<Record<'sharing' | 'withholding', readonly [least: number, most: number]>>;
type Person = Pick<DeviceClient, 'ended' | 'grants' | 'changeGrants' | 'pause' | 'resume'>;

/** Lets the people of some phones withdraw and grant capabilities again, until the device ends. */
export async function varyGrants(
  phone: Person,
  { temper, granted, random }: Pick<PhonePlan, 'temper' | 'granted' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Promise<void> {
  const pattern = patternOf(phone, temper, granted);
  if (!pattern) return;
  const chance = random('minds');
  let hasEnded = false;
  const ended = phone.ended.then(() => (hasEnded = true));
  const endsDuring = (moment: keyof Pace) =>
    Promise.race([ended, delay(chance.int(...pace[moment]) * 1000, false, { ref: false })]);
  // What was withdrawn before a restart stays withdrawn for the usual time.
  if (pattern.isWithholding() && (await endsDuring('withholding'))) return;
  for (;;) {
    for (const [moment, act, line] of pattern.changes) {
      try {
        await act();
        log(line);
      } catch (error) {
        if (!hasEnded) log(`could not change what is shared: ${error instanceof Error ? error.message : error}`);
      }
      if (await endsDuring(moment)) return;
    }
  }
}

interface GrantPattern {
  /** True while the person has withdrawn what they share at other times. */
  isWithholding(): boolean;
  changes: readonly (readonly [moment: keyof Pace, act: () => Promise<unknown>, line: string])[];
}

function patternOf(
  phone: Person,
  temper: PhonePlan['temper'],
  granted: readonly Capability[],
): GrantPattern | undefined {
  if (temper === 'pausing') {
    return {
      isWithholding: () => phone.grants.paused,
      changes: [
        ['sharing', () => phone.resume(), 'sharing, not paused'],
        ['withholding', () => phone.pause(), 'paused sharing'],
      ],
    };
  }
  if (temper !== 'wavering') return undefined;
  const { title } = capabilities.CONTACTS;
  const others = granted.filter((name) => name !== 'CONTACTS');
  return {
    isWithholding: () => !phone.grants.capabilities.includes('CONTACTS'),
    changes: [
      ['sharing', () => phone.changeGrants(granted), `shares ${title}`],
      ['withholding', () => phone.changeGrants(others), `no longer shares ${title}`],
    ],
  };
}
