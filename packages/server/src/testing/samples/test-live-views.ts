import { sql } from 'kysely';
import type { TestAdmin, TestServer } from '../servers/test-server.ts';
import type { TestDevice } from '../test-device.ts';

type Server = Pick<TestServer, 'services'>;

/** Has a device online at this server, and no live view of it. Returns what `startLiveView` takes for it. */
export async function readyForLiveView(
  { services: { db, server: node } }: Server,
  { deviceId }: Pick<TestDevice, 'deviceId'>,
): Promise<object> {
  await sql`insert into gateway_nodes (id, alive_until) values (${node.id}, now() + interval '1 hour')
    on conflict (id) do nothing`.execute(db);
  await sql`update devices set gateway_node_id = ${node.id} where id = ${deviceId}`.execute(db);
  await sql`delete from live_views where device_id = ${deviceId} and ended_at is null`.execute(db);
  return { minutes: 5, sound: false };
}

/** Lets a live view of a device run, which its admin watches. */
export async function runningView(
  server: Server,
  { device, caller }: { device: Pick<TestDevice, 'deviceId'>; caller: Pick<TestAdmin, 'userId'> },
): Promise<object> {
  await readyForLiveView(server, device);
  const { db, server: node } = server.services;
  const { rows } = await sql<{ sessionId: number }>`
    with command as (
      insert into commands (device_id, command_type, requested_by, expires_at, step, finished_at)
      values (${device.deviceId}, 'LIVE_VIEW', ${caller.userId}, now(), 'DONE', now()) returning id, device_id, requested_by
    ), begun as (
      insert into live_views (id, device_id, started_by, camera, sound, minutes, epoch, until)
      select c.id, c.device_id, c.requested_by, 'BACK', false, 10, d.connection_epoch, now() + interval '10 minutes'
      from command c join devices d on d.id = c.device_id returning id, device_id, started_by
    )
    insert into live_viewers (live_view_id, device_id, user_id, pass_expires_at, node_id, joined_at)
    select id, device_id, started_by, now(), ${node.id}, now() from begun
    returning live_view_id as "sessionId"`.execute(db);
  return rows[0] ?? {};
}
