import { enrol, hoursText, sharingHours, type SharingHours } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { hoursToJoinWith } from '../plan/joining-hours.ts';
import { chooseHours } from './sharing-hours.ts';

const places = Array.from({ length: 24 }, (_, index) => ({ index }));

it('lets one person of the fleet join with sharing hours, and another one set them later', async () => {
  const joining = places.flatMap(({ index }) => hoursToJoinWith(index) ?? []);
  expect(joining.map(hoursText)).toEqual(['Monday to Friday 08:00-18:00 (Europe/London)']);
  const chosen: (SharingHours | null)[] = [];
  const lines: string[] = [];
  const phone = {
    async setHours(hours: SharingHours | null) {
      chosen.push(hours);
      return { capabilities: [], paused: false, hours };
    },
  };
  for (const plan of places) await chooseHours(phone, plan, (line) => lines.push(line));
  expect(chosen).toHaveLength(1);
  expect(lines).toEqual(['shares Monday to Friday 07:00-20:30, Saturday 10:00-14:00 (America/New_York)']);
  for (const hours of [...joining, ...chosen]) expect(sharingHours.safeParse(hours).error).toBeUndefined();
  expect(enrol.input.shape.hours.safeParse(joining[0]).success).toBe(true);
});
