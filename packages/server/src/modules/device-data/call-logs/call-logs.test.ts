import { callLogs, callStates, callTotals, type ListFilter } from '@fairwatch/contract';
import { fakeCollectors, planPhone } from '@fairwatch/device';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';
import { callLogsTable } from './call-logs.store.ts';

let server: TestServer;
let owner: TestAdmin;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: { CALL_LOG: 'READ_ONLY' } });
  device = await joinDevice(server, { ownerId: owner.userId });
  const plan = planPhone('calls', 1);
  const fake = fakeCollectors(plan.random, (collect) => async () => collect(), plan);
  const rows = (await fake['call-logs']()).map((row) => callLogsTable.checkRow(row));
  const checked = rows.filter((row) => typeof row !== 'string');
  await callLogsTable.applyRows(server.services.db, [{ deviceId: device.deviceId, rows: checked }]);
});
afterAll(() => server.close());

/** The call types of the specification, written out. */
const specStates = ['OUTGOING', 'INCOMING', 'MISSED', 'REJECTED'] as const;

interface Match {
  search?: string;
  filter?: ListFilter;
}

const totals = async (match: Match) =>
  (await server.api(callTotals, { deviceId: device.deviceId, ...match }, owner.token)).envelope.data;
const listed = async (match: Match) =>
  (await server.api(callLogs.list, { deviceId: device.deviceId, pageSize: 500, ...match }, owner.token)).envelope.data;

describe('calls', () => {
  it.each(specStates)('[SPEC 3.28] can be %s, and are listed so', async (state) => {
    const rows = await listed({ filter: { state } });
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set([state]));
  });

  it('[SPEC 3.28] can be nothing else', () => {
    expect(callStates).toEqual(specStates);
  });
});

describe('the totals of calls', () => {
  it('[SPEC 3.27] add up all calls that match the search and the filters of the list', async () => {
    const [newest] = await listed({});
    const middle = (await listed({}))[40]?.date;
    const matches: Match[] = [
      {},
      { search: newest?.phoneNumber ?? '' },
      { filter: { state: 'MISSED' } },
      { filter: { from: middle } },
      { search: 'a', filter: { to: middle, state: 'INCOMING' } },
    ];
    for (const match of matches) {
      const rows = await listed(match);
      const found = await totals(match);
      expect(found.calls).toBe(rows.length);
      expect(found.duration).toBe(rows.reduce((sum, { duration }) => sum + duration, 0));
      for (const state of callStates) {
        const ofState = rows.filter((row) => row.state === state);
        const duration = ofState.reduce((sum, row) => sum + row.duration, 0);
        expect(found.byState[state]).toEqual({ calls: ofState.length, duration });
      }
    }
    expect((await totals({})).byState.INCOMING.duration).toBeGreaterThan(0);
  });

  it('are zero when nothing matches', async () => {
    const found = await totals({ search: 'nobody is called so' });
    expect([found.calls, found.duration, Object.keys(found.byState)]).toEqual([0, 0, [...callStates]]);
  });

  it('are hidden with the calls: from other admins, without the permission, without consent', async () => {
    const { deviceId } = device;
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await server.api(callTotals, { deviceId }, stranger.token)).errorCode).toBe('device_not_found');
    const without = await server.createAdmin({ access: 'NO_ACCESS' });
    expect((await server.api(callTotals, { deviceId }, without.token)).errorCode).toBe('not_allowed');
    const reserved = await joinDevice(server, { ownerId: owner.userId, capabilities: ['CONTACTS'] });
    const answer = await server.api(callTotals, { deviceId: reserved.deviceId }, owner.token);
    expect(answer.errorCode).toBe('consent_missing');
  });
});
