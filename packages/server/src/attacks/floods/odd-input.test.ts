import {
  accessLog,
  auditList,
  callLogs,
  deviceList,
  locationTrack,
  picturePath,
  staticFilePath,
  updateTicket,
  uploadFile,
  type Endpoint,
} from '@fairwatch/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

// Regression tests for inputs that the fuzzer has found.
const server = useTestServer();
let device: TestDevice;
beforeAll(async () => {
  device = await joinDevice(server);
});

async function post({ path }: Endpoint, input: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.admin.token}` };
  const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body: JSON.stringify(input) });
  return { status: response.status, text: await response.text() };
}

describe('a date that PostgreSQL cannot store', () => {
  it.each([
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-01-01T00:00:00+16:00',
    '2026-01-01T00:00:00-23:59',
    `2026-01-01T00:00:00.${'1'.repeat(1000)}Z`,
  ])('is refused by name: %.40s', async (from) => {
    const { deviceId } = device;
    const asked: [Endpoint, object][] = [
      [auditList, { from }],
      [accessLog, { from }],
      [callLogs.list, { deviceId, filter: { from } }],
      [locationTrack, { deviceId, days: [from, '9999-12-31T00:00:00Z'] }],
    ];
    for (const [endpoint, input] of asked) {
      const { status, text } = await post(endpoint, input);
      expect(status, endpoint.path).toBe(400);
      expect(text, endpoint.path).toMatch(/from|days/);
    }
  });

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-01T00:00:00.123456+14:00'])(
    'is not one of these: %s',
    async (from) => {
      expect((await post(auditList, { from })).status).toBe(200);
      expect((await post(callLogs.list, { deviceId: device.deviceId, filter: { from } })).status).toBe(200);
    },
  );
});

describe('what looks like a text or a number, and is none', () => {
  it('is refused where its length cannot even be compared', async () => {
    expect((await post(deviceList, { search: { length: { toString: 1 } } })).status).toBe(400);
  });

  it('is refused where the column is shorter than the number', async () => {
    expect((await post(updateTicket, { ticketId: 1, version: 2 ** 31 })).status).toBe(400);
  });

  it.each(['%00', '%ff', 'a%00b', 'x'.repeat(99)])('leads nowhere in an address: %.20s', async (part) => {
    for (const path of [picturePath, staticFilePath]) {
      expect((await fetch(new URL(`${path}/${part}`, server.url))).status).toBe(404);
    }
  });
});

describe('a form', () => {
  it.each(['--x\r\n\r\n--x--', '--x--', '', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', 'nonsense'])(
    'that has no parts, or not all of one, is answered: %j',
    async (body) => {
      const headers = {
        'content-type': 'multipart/form-data; boundary=x',
        authorization: `Bearer ${server.admin.token}`,
      };
      const response = await fetch(new URL(uploadFile.path, server.url), { method: 'POST', headers, body });
      expect(response.status).toBe(400);
    },
  );
});
