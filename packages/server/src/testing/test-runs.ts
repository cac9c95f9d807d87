import { randomUUID } from 'node:crypto';
import {
  runDetail,
  runItems,
  startRun,
  type DeviceSelection,
  type InputOf,
  type Run,
  type RunAction,
  type RunItem,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestDevice } from './test-device.ts';
import type { TestServer } from './servers/test-server.ts';

type SomeDevice = Pick<TestDevice, 'deviceId'>;

export function selected(...devices: readonly SomeDevice[]): DeviceSelection {
  return { by: 'DEVICES', deviceIds: devices.map(({ deviceId }) => deviceId) };
}

export const updateContacts: RunAction = { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] };

/** Starts and reads runs of a server, by default as the SUPER_ADMIN. */
export function useRuns(server: TestServer) {
  const patience = { timeout: 30_000, interval: 20 };

  async function start(
    input: Omit<InputOf<typeof startRun>, 'clientId'> & { clientId?: string },
    token?: string,
  ): Promise<Run> {
    const { status, envelope } = await server.api(startRun, { clientId: randomUUID(), ...input }, token);
    expect(status).toBe(200);
    return envelope.data;
  }

  async function read(runId: number, token?: string): Promise<Run> {
    return (await server.api(runDetail, { runId }, token)).envelope.data;
  }

  return {
    start,
    read,

    /** Waits until a run has finished. */
    finished: async (runId: number, token?: string): Promise<Run> =>
      await vi.waitFor(async () => {
        const run = await read(runId, token);
        expect(run.finishedAt).not.toBeNull();
        return run;
      }, patience),

    items: async (runId: number, token?: string): Promise<RunItem[]> =>
      (await server.api(runItems, { runId, pageSize: 500 }, token)).envelope.data,

    /** Waits until so many items of a run are in this state. */
    reach: async (runId: number, state: keyof Run['counts'], items = 1): Promise<void> =>
      await vi.waitFor(async () => expect((await read(runId)).counts[state]).toBe(items), patience),

    /** Ends the open commands of these devices as if they had answered, and lets the feeder know. */
    async answer(...devices: readonly SomeDevice[]): Promise<void> {
      const deviceIds = devices.map(({ deviceId }) => deviceId);
      await sql`update commands set step = 'DONE', finished_at = now()
        where device_id = any(${deviceIds}::bigint[]) and finished_at is null`.execute(server.services.db);
      for (const deviceId of deviceIds) server.services.bus.publish('commandEnded', { deviceId });
    },
  };
}

/** Inserts devices that share contacts and notifications directly into the tables, for tests with many of them. */
export async function insertDevices(server: TestServer, count: number): Promise<SomeDevice[]> {
  const { rows } = await sql<SomeDevice>`
    with people as (
      insert into users (username, user_type, admin_role)
      select 'many-' || gen_random_uuid(), 'USER', 'NON_ADMIN' from generate_series(1, ${count}) returning id
    )
    insert into devices (unique_uuid, user_id, token_hash, name, model, os_name, os_version, app_name, app_version, capabilities)
    select gen_random_uuid(), id, uuid_send(gen_random_uuid()), 'Phone', 'Model', 'Android', '16', 'Fairwatch', '1.0.20',
      '{CONTACTS,NOTIFICATIONS}' from people returning id as "deviceId"`.execute(server.services.db);
  return rows;
}
