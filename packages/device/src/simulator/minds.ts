import { setTimeout as delay } from 'node:timers/promises';
import { capabilities, type Capability } from '@fairwatch/contract';
import type { DeviceClient } from '../core/device-client.ts';
import type { PhonePlan } from './phone-plan.ts';

/** How long people stay with what they decided, in seconds: sharing, and then not. */
const usualPace = { sharing: [5400, 10_800], keeping: [600, 1800] } as const;

type Pace = Readonly<Record<'sharing' | 'keeping', readonly [least: number, most: number]>>;
type Person = Pick<DeviceClient, 'ended' | 'grants' | 'changeGrants' | 'pause' | 'resume'>;

/** Lets the people of some phones change their minds now and then, as long as the phone lives. */
export async function changeMinds(
  phone: Person,
  { temper, granted, random }: Pick<PhonePlan, 'temper' | 'granted' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Promise<void> {
  const mind = mindOf(phone, temper, granted);
  if (!mind) return;
  const chance = random('minds');
  let over = false;
  const ended = phone.ended.then(() => (over = true));
  const passes = (moment: keyof Pace) =>
    Promise.race([ended, delay(chance.int(...pace[moment]) * 1000, false, { ref: false })]);
  // What was taken back before the phone was stopped stays so for its time.
  if (mind.keeps() && (await passes('keeping'))) return;
  for (;;) {
    for (const [moment, act, line] of mind.changes) {
      try {
        await act();
        log(line);
      } catch (error) {
        if (!over) log(`could not change what is shared: ${error instanceof Error ? error.message : error}`);
      }
      if (await passes(moment)) return;
    }
  }
}

interface Mind {
  /** Whether the person keeps to themselves now what they share at other times. */
  keeps(): boolean;
  changes: readonly (readonly [moment: keyof Pace, act: () => Promise<unknown>, line: string])[];
}

function mindOf(phone: Person, temper: PhonePlan['temper'], granted: readonly Capability[]): Mind | undefined {
  if (temper === 'pausing') {
    return {
      keeps: () => phone.grants.paused,
      changes: [
        ['sharing', () => phone.resume(), 'sharing, not paused'],
        ['keeping', () => phone.pause(), 'paused sharing'],
      ],
    };
  }
  if (temper !== 'wavering') return undefined;
  const { title } = capabilities.CONTACTS;
  const others = granted.filter((name) => name !== 'CONTACTS');
  return {
    keeps: () => !phone.grants.capabilities.includes('CONTACTS'),
    changes: [
      ['sharing', () => phone.changeGrants(granted), `shares ${title}`],
      ['keeping', () => phone.changeGrants(others), `no longer shares ${title}`],
    ],
  };
}
