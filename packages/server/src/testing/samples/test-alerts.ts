import {
  alertList,
  boxOf,
  createAlertRule,
  type Alert,
  type AlertRule,
  type InputOf,
  type ZoneShape,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from '../servers/test-server.ts';

/** A school in Berlin, a circle of 200 metres. */
const school: ZoneShape = { shape: 'CIRCLE', latitude: 52.52, longitude: 13.405, radius: 200 };

/** A place so many metres north of the middle of the school. */
export const northOfSchool = (metres: number) => ({ latitude: 52.52 + metres / 111_195, longitude: 13.405 });

/** Stores a zone, as the page of zones would. */
export async function insertZone(
  { services, admin }: Pick<TestServer, 'services' | 'admin'>,
  {
    name = 'School',
    area = school,
    ownerId = admin.userId,
  }: { name?: string; area?: ZoneShape; ownerId?: number } = {},
): Promise<number> {
  const { west, east, south, north } = boxOf(area);
  const { rows } = await sql<{ id: number }>`
    insert into zones (name, colour, area, west, east, south, north, created_by)
    values (${name}, 'blue', ${JSON.stringify(area)}, ${west}, ${east}, ${south}, ${north}, ${ownerId}) returning id`.execute(
    services.db,
  );
  return rows[0]?.id ?? 0;
}

type RuleInput = InputOf<typeof createAlertRule>;
type Wanted = Partial<Omit<RuleInput, 'condition'>>;

export const ruleInput = (condition: InputOf<typeof createAlertRule>['condition'], wanted: Wanted = {}): RuleInput => ({
  name: 'After lessons',
  purpose: 'To know that you arrived',
  condition,
  target: { for: 'ALL' },
  recipientIds: [],
  ...wanted,
});

/** Creates a rule, by default as the SUPER_ADMIN for all devices. */
export async function setRule(
  server: Pick<TestServer, 'api'>,
  condition: RuleInput['condition'],
  { token, ...wanted }: Wanted & { token?: string } = {},
): Promise<AlertRule> {
  const { status, error, envelope } = await server.api(createAlertRule, ruleInput(condition, wanted), token);
  expect([status, error]).toEqual([200, '']);
  return envelope.data;
}

/** What a rule has told, oldest first. */
export async function alertsOf(
  server: Pick<TestServer, 'api'>,
  { id: ruleId }: Pick<AlertRule, 'id'>,
  token?: string,
): Promise<Alert[]> {
  const { envelope } = await server.api(alertList, { ruleId }, token);
  return envelope.data.alerts.toReversed();
}

let points = 0;
let latest = 0;

/** A moment after all before: points of the same millisecond have no order. */
function nextMoment(): Date {
  latest = Math.max(latest + 1, Date.now());
  return new Date(latest);
}

/** Stores points of a device in the given order, as an Update would, and says so. */
export async function move(
  { services: { db, bus } }: Pick<TestServer, 'services'>,
  deviceId: number,
  places: readonly { latitude: number; longitude: number; accuracy?: number; at?: Date }[],
): Promise<void> {
  for (const { latitude, longitude, accuracy = 10, at = nextMoment() } of places) {
    points += 1;
    await sql`insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time)
      values (${deviceId}, ${`point ${points}`}, '', ${latitude}, ${longitude}, ${accuracy}, '', 'UTC', ${at})`.execute(
      db,
    );
  }
  bus.publish('changed', { feature: 'locations', deviceId });
}
