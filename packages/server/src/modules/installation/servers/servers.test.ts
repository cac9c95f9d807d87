import { randomUUID } from 'node:crypto';
import { serverList, version, type ServerInfo } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renewNode, removeDeadNodes, removeNode } from '../../../shared/presence/presence.store.ts';
import { joinDevice, RawDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer({ serverName: 'the first' });
const leaseMs = 15_000;
const startedAt = new Date('2026-01-02T03:04:05Z');

beforeEach(async () => {
  await sql`delete from gateway_nodes where id <> ${server.services.server.id}`.execute(server.services.db);
  await sql`delete from ended_servers`.execute(server.services.db);
});

/** Another server on the same database. */
async function another(name: string, report: { devices?: number; lagMs?: number } = {}): Promise<string> {
  const id = randomUUID();
  const about = { id, name, version: '1.0.0', address: 'http://10.0.0.8:8080', startedAt, devices: 3, lagMs: 0 };
  await renewNode(server.services.db, { ...about, ...report }, leaseMs);
  return id;
}

async function list(): Promise<ServerInfo[]> {
  return (await server.api(serverList, {})).envelope.data.servers;
}

const named = async (name: string) => (await list()).find((each) => each.name === name);

describe('the list of servers', () => {
  it('is for the super admin alone', async () => {
    const { token } = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await server.api(serverList, {}, token)).status).toBe(403);
  });

  it('has the one that answers, with its devices', async () => {
    const raw = new RawDevice(server);
    await raw.hello((await joinDevice(server)).token);
    await vi.waitFor(async () => {
      await server.scheduler.runJobs(1000);
      expect(await list()).toMatchObject([
        { name: 'the first', version, isThis: true, state: 'ALIVE', devices: 1, address: null, endedAt: null },
      ]);
    });
    raw.socket.close();
    expect((await server.api(serverList, {})).envelope.data.isCluster).toBe(false);
  });

  it('has every other one, with its lease', async () => {
    const id = await another('the second');
    const found = await named('the second');
    expect(found).toMatchObject({ id, version: '1.0.0', isThis: false, state: 'ALIVE', devices: 3, lagMs: 0 });
    expect(found).toMatchObject({ address: 'http://10.0.0.8:8080', startedAt: startedAt.toISOString() });
    const lease = Date.parse(found?.leaseUntil ?? '') - Date.parse(found?.renewedAt ?? '');
    expect(lease).toBe(leaseMs);
  });

  it('says which one is late: by its last renewal, or because the next one does not come', async () => {
    await another('slow', { lagMs: 6000 });
    const silent = await another('silent');
    await sql`update gateway_nodes set renewed_at = now() - interval '11 seconds' where id = ${silent}`.execute(
      server.services.db,
    );
    expect([(await named('slow'))?.state, (await named('silent'))?.state]).toEqual(['LATE', 'LATE']);
  });

  it('remembers which one is gone and which was stopped, until one of the same name is back', async () => {
    const { db } = server.services;
    const [killed, stopped] = [await another('killed', { devices: 512 }), await another('stopped')];
    await sql`update gateway_nodes set alive_until = now() - interval '1 second' where id = ${killed}`.execute(db);
    expect((await named('killed'))?.state).toBe('GONE');
    await removeDeadNodes(db, leaseMs);
    await removeNode(db, stopped);
    expect(await named('killed')).toMatchObject({ id: killed, state: 'GONE', devices: 512, leaseUntil: null });
    expect(await named('stopped')).toMatchObject({ id: stopped, state: 'STOPPED', leaseUntil: null });
    expect((await list()).map(({ name }) => name)).toEqual(['the first', 'killed', 'stopped']);
    const again = await another('killed');
    expect((await list()).filter(({ name }) => name === 'killed')).toMatchObject([{ id: again, state: 'ALIVE' }]);
    await sql`update ended_servers set ended_at = now() - interval '25 hours'`.execute(db);
    expect(await named('stopped')).toBeUndefined();
    await removeNode(db, again);
    const { rows } = await sql<{ id: string }>`select id from ended_servers`.execute(db);
    expect(rows).toEqual([{ id: again }]);
  });
});
