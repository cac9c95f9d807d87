import { contacts, type DeviceRow } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { callLogsTable } from '../../device-data/call-logs/call-logs.store.ts';
import { awaitStep, contactNames, testContact, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const names = ({ deviceId }: TestDevice) => contactNames(server, deviceId);
const reaches = ({ deviceId }: TestDevice, step: Parameters<typeof awaitStep>[2]) => awaitStep(server, deviceId, step);

/** Connects a device whose frames the test writes, and sends it a command. */
async function deviceWithCommand() {
  const { device, raw } = await devices.connected();
  await update(device);
  const { commandId } = await raw.next('command');
  return { device, raw, commandId };
}

/** It has no repetition, so that PostgreSQL cannot compress it. */
const variedText = String.fromCodePoint(...Array.from({ length: 1000 }, (_, place) => 0x4e_00 + 7 * place));

describe('an invalid answer fails the command and changes nothing', () => {
  const good = testContact('1');
  const spoilt: { title: string; frames: { batch: number; rows: object[] }[]; batches: number; reason: RegExp }[] = [
    {
      title: 'batches out of order',
      frames: [
        { batch: 0, rows: [good] },
        { batch: 2, rows: [testContact('3')] },
        { batch: 1, rows: [testContact('2')] },
      ],
      batches: 3,
      reason: /Batch 1 .* missing/,
    },
    { title: 'a gap', frames: [{ batch: 1, rows: [good] }], batches: 2, reason: /Batch 0 .* missing/ },
    { title: 'a wrong count', frames: [{ batch: 0, rows: [good] }], batches: 2, reason: /2 batches and 1 arrived/ },
    {
      title: 'a row without a field',
      frames: [{ batch: 0, rows: [good, { key: '2', name: 'No number' }] }],
      batches: 1,
      reason: /Row 2 .*phoneNumber/,
    },
    {
      title: 'a field of the wrong type',
      frames: [{ batch: 0, rows: [{ ...good, name: 5 }] }],
      batches: 1,
      reason: /Row 1 .*name/,
    },
    {
      title: 'a name too long and too varied for the index of its list',
      frames: [{ batch: 0, rows: [good, { ...testContact('2'), name: variedText }] }],
      batches: 1,
      reason: /Row 2 .*name: Must be at most 2600 bytes/,
    },
    { title: 'a key twice', frames: [{ batch: 0, rows: [good, good] }], batches: 1, reason: /key is there twice/ },
  ];

  it.each(spoilt)('$title', async ({ frames, batches, reason }) => {
    const { device, raw, commandId } = await deviceWithCommand();
    for (const frame of frames) raw.socket.send(JSON.stringify({ type: 'rows', commandId, ...frame }));
    raw.send({ type: 'result', commandId, batches });
    expect((await reaches(device, 'FAILED')).errorDetails).toMatch(reason);
    expect(await names(device)).toEqual([]);
  });

  it('a batch that is cut off in the middle, and the next answer is whole', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    const frame = JSON.stringify({ type: 'rows', commandId, batch: 0, rows: [good] });
    raw.socket.send(frame.slice(0, frame.length / 2));
    await raw.next('refused');
    raw.send({ type: 'result', commandId, batches: 1 });
    expect((await reaches(device, 'FAILED')).errorDetails).toMatch(/1 batches and 0 arrived/);
    await update(device);
    const next = await raw.next('command');
    raw.send({ type: 'rows', commandId: next.commandId, batch: 0, rows: [good] });
    raw.send({ type: 'result', commandId: next.commandId, batches: 1 });
    await reaches(device, 'DONE');
    expect(await names(device)).toEqual(['Name 1']);
  });

  it('more rows than one answer may have', { tags: 'full' }, async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    for (let batch = 0; batch <= 400; batch += 1) {
      const rows = Array.from({ length: 500 }, (_, place) => ({ ...good, key: `${batch}-${place}` }));
      raw.send({ type: 'rows', commandId, batch, rows });
    }
    expect((await reaches(device, 'FAILED')).errorDetails).toMatch(/too large/);
  });

  it('stores characters that PostgreSQL cannot hold as replacement characters', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    const rows = [{ ...testContact('a\0b'), name: 'Nul\0Name', address: 'half \uD83D' }];
    raw.send({ type: 'rows', commandId, batch: 0, rows });
    raw.send({ type: 'result', commandId, batches: 1 });
    await reaches(device, 'DONE');
    expect(await names(device)).toEqual(['Nul\uFFFDName']);
  });
});

describe('a value that no column can hold is named', () => {
  const call = { key: '1', name: '', phoneNumber: '+1', duration: 5, date: '2026-01-01T00:00:00Z', state: 'MISSED' };
  it.each([
    ['duration', { ...call, duration: 2_147_483_648 }],
    ['date', { ...call, date: '0000-01-01T00:00:00Z' }],
  ])('%s', (field, row: DeviceRow) => {
    expect(callLogsTable.checkRow(row)).toMatch(new RegExp(`^${field}: `));
    expect(callLogsTable.checkRow(call)).toBeInstanceOf(Array);
  });
});
