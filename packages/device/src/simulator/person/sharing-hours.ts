import { hoursText, type SharingHours } from '@fairwatch/contract';
import type { DeviceClient } from '../../core/client/device-client.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

const workDays = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;

/** The hours of the person who sets them after joining. */
const daytime: SharingHours = {
  timeZone: 'America/New_York',
  days: [...workDays.map((day) => ({ day, from: '07:00', to: '20:30' })), { day: 'SAT', from: '10:00', to: '14:00' }],
};
const choosesHours = 19;

/** Lets a phone's person set their hours, once. */
export async function chooseHours(
  phone: Pick<DeviceClient, 'setHours'>,
  { index }: Pick<PhonePlan, 'index'>,
  log: (line: string) => void,
): Promise<void> {
  if (index !== choosesHours) return;
  try {
    await phone.setHours(daytime);
    log(`shares ${hoursText(daytime)}`);
  } catch (error) {
    log(`could not set sharing hours: ${error instanceof Error ? error.message : error}`);
  }
}
