import { randomBytes, randomUUID } from 'node:crypto';
import { cdnList, uploadBase64, uploadChunk, uploadFile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import type { Deliveries, FileDelivery } from '../../../shared/services/deliveries.ts';
import { sha256Of } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let device: TestDevice;
const append = vi.fn<Deliveries['append']>();
const begin = vi.fn<Deliveries['begin']>();

beforeEach(async () => {
  device = await joinDevice(server);
  append.mockReset().mockResolvedValue();
  begin.mockReset();
  Object.assign(server.services.deliveries, { append, begin } satisfies Deliveries);
});

const table = () => Buffer.from(`name,amount\nmilk,${randomBytes(8).toString('hex')}\n`);
const listed = async () => (await server.api(cdnList, { deviceId: device.deviceId })).envelope.data;
const deliverRun = randomUUID();
const deliver = { deliverFolder: 'Documents/2026', deliverRun };
const inputOf = (bytes: Buffer, offset = 0) => ({
  deviceId: device.deviceId,
  name: 'List.csv',
  sha256: sha256Of(bytes),
  size: bytes.length,
  offset,
});
const chunk = (bytes: Buffer, from: number, to = bytes.length) =>
  sendForm(server, uploadChunk, { ...inputOf(bytes, from), ...deliver }, bytes.subarray(from, to));
/** The delivery of these bytes. */
const deliveryOf = (bytes: Buffer, id: number | undefined): FileDelivery =>
  expect.objectContaining({
    deviceId: device.deviceId,
    folder: 'Documents/2026',
    runClientId: deliverRun,
    session: expect.objectContaining({ userId: server.admin.userId }),
    file: { id, name: 'List.csv', sha256: sha256Of(bytes), size: bytes.length },
  }) as FileDelivery;

describe('a file that is to be delivered', () => {
  it('is appended to its run with its last chunk, and only then', async () => {
    const bytes = table();
    await chunk(bytes, 0, 10);
    expect(append).not.toHaveBeenCalled();
    const { envelope } = await chunk(bytes, 10);
    expect(append.mock.calls.map(([, delivery]) => delivery)).toEqual([deliveryOf(bytes, envelope.data.file?.id)]);
    expect(begin).toHaveBeenCalledWith(device.deviceId);
  });

  it('is appended in one request too, as a form and as Base64', async () => {
    const [one, other] = [table(), table()];
    const { deviceId } = device;
    const form = await sendForm(server, uploadFile, { deviceId, name: 'List.csv', ...deliver }, one);
    const content = other.toString('base64');
    const text = await server.api(uploadBase64, { deviceId, name: 'List.csv', content, ...deliver });
    expect(append.mock.calls.map(([, delivery]) => delivery)).toEqual([
      deliveryOf(one, form.envelope.data.id),
      deliveryOf(other, text.envelope.data.id),
    ]);
    expect(begin).toHaveBeenCalledTimes(2);
  });

  it('may go into the shared folder itself', async () => {
    const bytes = table();
    const input = { deviceId: device.deviceId, name: 'List.csv', ...deliver, deliverFolder: '' };
    expect((await sendForm(server, uploadFile, input, bytes)).status).toBe(200);
    expect(append.mock.calls[0]?.[1]).toMatchObject({ folder: '' });
  });

  it('is stored in the transaction that appends it: when that fails neither is there, and it can be sent again', async () => {
    const bytes = table();
    append.mockImplementationOnce(async (db) => {
      const { rows } = await sql`select from uploaded_files where device_id = ${device.deviceId}`.execute(db);
      expect(rows).toHaveLength(1);
      throw new AppError('unavailable');
    });
    expect((await chunk(bytes, 0)).errorCode).toBe('unavailable');
    expect(await listed()).toEqual([]);
    expect(begin).not.toHaveBeenCalled();
    const { envelope } = await chunk(bytes, 0);
    expect(append.mock.lastCall?.[1]).toEqual(deliveryOf(bytes, envelope.data.file?.id));
    expect(await listed()).toEqual([envelope.data.file]);
  });

  it('is appended again when the answer to its last chunk was lost, for the run to recognise it', async () => {
    const bytes = table();
    const { envelope } = await chunk(bytes, 0);
    await chunk(bytes, 0);
    expect(append.mock.calls.map(([, delivery]) => delivery)).toEqual([
      deliveryOf(bytes, envelope.data.file?.id),
      deliveryOf(bytes, envelope.data.file?.id),
    ]);
    expect(await listed()).toHaveLength(1);
  });
});

it('a file without a run is only stored', async () => {
  const bytes = table();
  await sendForm(server, uploadChunk, inputOf(bytes), bytes);
  expect(await listed()).toHaveLength(1);
  expect(append).not.toHaveBeenCalled();
  expect(begin).not.toHaveBeenCalled();
});

it.each([
  ['a folder without a run', { deliverFolder: 'Documents' }],
  ['a run without a folder', { deliverRun }],
  ['a run that is no UUID', { ...deliver, deliverRun: '1' }],
  ['a folder outside of the shared one', { ...deliver, deliverFolder: '../x' }],
])('%s is refused, and nothing is stored', async (_, fields) => {
  const bytes = table();
  const form = await sendForm(server, uploadFile, { deviceId: device.deviceId, name: 'List.csv', ...fields }, bytes);
  expect(form.errorCode).toBe('invalid_input');
  expect((await sendForm(server, uploadChunk, { ...inputOf(bytes), ...fields }, bytes)).errorCode).toBe(
    'invalid_input',
  );
  expect(await listed()).toEqual([]);
});
