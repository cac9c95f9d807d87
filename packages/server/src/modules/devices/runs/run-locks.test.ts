import { cancelRun, type RunAction } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceTables } from '../../../device-features.ts';
import { leaveDevice } from '../person/leave-device.ts';
import { holdLocks, lockWaits } from '../../../testing/hold-locks.ts';
import { openCommand } from '../../../testing/samples/test-files.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { selected, useRuns } from '../../../testing/test-runs.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const runs = useRuns(server);
let device: TestDevice;
beforeEach(async () => {
  device = await joinDevice(server);
});

const blocked = (count: number) => lockWaits(server.services.db, count);
const lockItems = (runId: number) =>
  holdLocks(server.services.db, (transaction) =>
    sql`select from run_items where run_id = ${runId} for update`.execute(transaction),
  );

const start = async (action: RunAction) => (await runs.start({ selection: selected(device), action })).id;

describe('cancelling a run while its only device goes', () => {
  it('does not deadlock with the person who leaves', async () => {
    await openCommand(server, device, 'UPDATE_APPS');
    const runId = await start({ action: 'DELETE_FILES', paths: ['a.txt'] });
    const release = await lockItems(runId);
    const { deviceId, username } = device;
    const entryOf = () => ({
      deviceId,
      actorId: null,
      actorName: username,
      action: 'LEAVE' as const,
      subject: 'leave',
    });
    const left = leaveDevice(server.services, deviceTables, { deviceId, entryOf });
    await blocked(1);
    const cancelled = server.api(cancelRun, { runId });
    await blocked(2);
    await release();
    expect(await left).toBe(true);
    expect([200, 409]).toContain((await cancelled).status);
    expect((await runs.finished(runId)).counts).toMatchObject({ WAITING: 0, OPEN: 0 });
  });

  it('does not deadlock with the run that ends it', async () => {
    const letEnd = await holdLocks(server.services.db, (transaction) =>
      sql`select from devices where id = ${device.deviceId} for no key update`.execute(transaction),
    );
    const runId = await start({ action: 'END', reason: 'The phone is sold.' });
    await blocked(1);
    const release = await lockItems(runId);
    await letEnd();
    await blocked(1);
    const cancelled = server.api(cancelRun, { runId });
    await blocked(2);
    await release();
    expect([200, 409]).toContain((await cancelled).status);
    // Either of them may have come first.
    expect((await runs.finished(runId)).counts).toMatchObject({ WAITING: 0, OPEN: 0 });
  });
});

describe('an item for a device that left while its run was being started', () => {
  it('is skipped, and what it names is erased', async () => {
    await openCommand(server, device, 'UPDATE_APPS');
    const runId = await start({ action: 'DELETE_FILES', paths: ['secret.txt'] });
    const { db, bus } = server.services;
    await sql`update devices set left_at = now() where id = ${device.deviceId}`.execute(db);
    await runs.answer(device);
    bus.publish('runChanged', {});
    await runs.finished(runId);
    const { rows } = await sql`select state, params, details from run_items where run_id = ${runId}`.execute(db);
    expect(rows).toEqual([{ state: 'SKIPPED', params: {}, details: {} }]);
  });
});
