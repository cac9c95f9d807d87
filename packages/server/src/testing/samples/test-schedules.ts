import { createSchedule, type InputOf, type Schedule, type ScheduleTiming } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from '../servers/test-server.ts';
import type { TestDevice } from '../test-device.ts';

export const hourly: Extract<ScheduleTiming, { every: 'INTERVAL' }> = {
  every: 'INTERVAL',
  minutes: 60,
  from: null,
  until: null,
};

type Wanted = Partial<Omit<InputOf<typeof createSchedule>, 'selection'>>;

/** The input of a schedule that updates the contacts of these devices, or of a group, every hour. */
export function scheduleInput(
  target: readonly Pick<TestDevice, 'deviceId'>[] | { groupId: number },
  wanted: Wanted = {},
): InputOf<typeof createSchedule> {
  return {
    name: 'Morning contacts',
    purpose: 'To plan the deliveries',
    selection:
      'groupId' in target
        ? { by: 'GROUP', groupId: target.groupId }
        : { by: 'DEVICES', deviceIds: target.map(({ deviceId }) => deviceId) },
    action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
    timing: hourly,
    ...wanted,
  };
}

/** Creates such a schedule, by default as the SUPER_ADMIN. */
export async function setSchedule(
  server: Pick<TestServer, 'api'>,
  target: Parameters<typeof scheduleInput>[0],
  { token, ...wanted }: Wanted & { token?: string } = {},
): Promise<Schedule> {
  const { status, error, envelope } = await server.api(createSchedule, scheduleInput(target, wanted), token);
  expect([status, error]).toEqual([200, '']);
  return envelope.data;
}

/** Creates a group of these devices. */
export async function insertGroup(
  { services, admin }: Pick<TestServer, 'services' | 'admin'>,
  devices: readonly TestDevice[],
  ownerId = admin.userId,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into groups (owner_id, name, colour) values (${ownerId}, 'Group ' || gen_random_uuid(), 'gray')
    returning id`.execute(services.db);
  const groupId = rows[0]?.id ?? 0;
  await addToGroup({ services }, groupId, devices);
  return groupId;
}

/** Adds devices to a group, as another part of the server would. */
export async function addToGroup(
  { services: { db } }: Pick<TestServer, 'services'>,
  groupId: number,
  devices: readonly TestDevice[],
): Promise<void> {
  await sql`insert into group_devices (group_id, device_id)
    select ${groupId}, unnest(${devices.map(({ deviceId }) => deviceId)}::bigint[])`.execute(db);
}
