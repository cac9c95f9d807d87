import { isWithinHours, weekDays, type SharingHours } from '@fairwatch/contract';
import { array, constantFrom, date, integer, record, sample, tuple, type Arbitrary } from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();

const quarter = integer({ min: 0, max: 95 });
const timeOf = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
const span = record({ day: constantFrom(...weekDays), from: quarter, length: integer({ min: 1, max: 96 }) });
const hours: Arbitrary<SharingHours> = record({
  timeZone: constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'),
  days: array(
    span.map(({ day, from, length }) => ({ day, from: timeOf(from), to: timeOf(Math.min(96, from + length)) })),
    { minLength: 1, maxLength: 5 },
  ),
});
const moment = date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-01-01T00:00:00Z'),
  noInvalidDate: true,
});

it('decides hours in the database as the contract does, also when clocks change', async () => {
  const cases = sample(tuple(hours, moment), { numRuns: 2000, seed: 32 });
  const { rows } = await sql<{ within: boolean }>`
    select within_hours(c.hours, c.at) as within
    from unnest(${cases.map(([each]) => JSON.stringify(each))}::jsonb[], ${cases.map(([, at]) => at)}::timestamptz[])
      with ordinality as c (hours, at, place) order by place`.execute(server.services.db);
  expect(rows.map(({ within }) => within)).toEqual(cases.map(([each, at]) => isWithinHours(each, at)));
});

it('is open without hours, and closed in a zone that the database does not know', async () => {
  const unknown = JSON.stringify({ timeZone: 'Nowhere/Else', days: [{ day: 'MON', from: '00:00', to: '24:00' }] });
  const { rows } = await sql`
    select within_hours(null, now()) as any, within_hours('null', now()) as nothing, within_hours(${unknown}::jsonb, now()) as unknown`.execute(
    server.services.db,
  );
  expect(rows).toEqual([{ any: true, nothing: true, unknown: false }]);
});
