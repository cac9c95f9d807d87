import type { SharingHours } from '@fairwatch/contract';

const office: SharingHours = {
  timeZone: 'Europe/London',
  days: (['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({ day, from: '08:00', to: '18:00' })),
};
const joinsWithHours = 15;

/** The hours that the person of this phone chooses when they join; undefined for the default of the installation. */
export function hoursToJoinWith(index: number): SharingHours | undefined {
  return index === joinsWithHours ? office : undefined;
}
