import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceClient } from '../../core/client/device-client.ts';
import type { OwnLog } from '../../core/client/own-log.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** The range of seconds that people wait before they first read their log, and before they read it again. */
const usualPace = { first: [60, 180], next: [600, 3600] } as const;
type Pace = Readonly<Record<keyof typeof usualPace, readonly [least: number, most: number]>>;

/** One person in three reads the log. */
export function readsTheLog({ index }: Pick<PhonePlan, 'index'>): boolean {
  return index % 3 === 1;
}

/** Lets the people of some phones read their log, and open the latest visit of somebody else, until the device ends. */
export async function readLogs(
  phone: Pick<DeviceClient, 'ended'> & { log: Pick<OwnLog, 'readVisits' | 'readVisit'> },
  plan: Pick<PhonePlan, 'index' | 'random' | 'person'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Promise<void> {
  if (!readsTheLog(plan)) return;
  const chance = plan.random('log reading');
  const ended = phone.ended.then(() => true);
  const endsDuring = (moment: keyof Pace) =>
    Promise.race([ended, delay(chance.int(...pace[moment]) * 1000, false, { ref: false })]);
  for (let moment: keyof Pace = 'first'; !(await endsDuring(moment)); moment = 'next') {
    try {
      const { visits } = await phone.log.readVisits();
      const latest = visits.find(({ who }) => who !== plan.person.username);
      if (latest === undefined) {
        log('looks at the log: nobody else did anything');
        continue;
      }
      log(`looks at the log: ${latest.who} ${latest.summary}`);
      const { entries } = await phone.log.readVisit(latest);
      log(`opens that visit: ${entries.length} of ${latest.entries} entries`);
    } catch (error) {
      log(`log: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
