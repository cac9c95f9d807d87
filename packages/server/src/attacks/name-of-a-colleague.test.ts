import {
  askConsent,
  consentRequests,
  createZone,
  describePasscode,
  deviceWatches,
  passcodeList,
  profile,
  renameSelf,
  savePasscodes,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../testing/person.ts';
import { zoneInput } from '../testing/samples/test-zones.ts';
import { joinDevice, RawDevice, type TestDevice } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const name = 'Ada B\u00E9rg';
const inFull = `${name} (eve)`;

let eve: TestAdmin;
let device: TestDevice;

beforeAll(async () => {
  const access = {
    CONTACTS: 'FULL_ACCESS',
    OTP_LIST: 'FULL_ACCESS',
    DEVICES: 'FULL_ACCESS',
    LOCATION: 'FULL_ACCESS',
  } as const;
  const ada = await server.createAdmin({ username: 'ada' });
  eve = await server.createAdmin({ username: 'eve', access });
  for (const { token } of [ada, eve]) await server.api(renameSelf, { displayName: name }, token);
  device = await joinDevice(server, { ownerId: eve.userId, capabilities: ['DEVICE_INFO'] });
});

describe('an admin with the display name of a colleague', () => {
  it('is shown with the username where a person is asked or told something', async () => {
    const raw = new RawDevice(server);
    await raw.hello(device.token, { platform: 'BROWSER' });
    expect((await raw.next('supervision')).admins).toEqual([inFull]);
    const { deviceId } = device;
    const { data } = (await server.api(askConsent, { deviceId, capability: 'CONTACTS' }, eve.token)).envelope;
    expect(data).toMatchObject({ askedBy: name, mine: true });
    expect((await raw.next('consent-request')).requestedBy).toBe(inFull);
    raw.socket.close();
  });

  it('is known to other admins by the display name, and to the log by the username', async () => {
    const { deviceId } = device;
    const requests = (await server.api(consentRequests, { deviceId })).envelope.data;
    expect(requests).toMatchObject([{ askedBy: name, mine: false }]);
    const asked = (await auditOf(server, { deviceId })).filter(({ action }) => action === 'ASK');
    expect(asked.map(({ by }) => by)).toEqual(['eve']);
  });

  it('is shown with the username to whoever holds a passcode', async () => {
    const [passcode] = (await server.api(savePasscodes, { name: 'Nora' }, eve.token)).envelope.data;
    const described = await server.api(describePasscode, { passcode: passcode?.otpCode ?? '' }, null);
    expect(described.envelope.data).toMatchObject({ admin: inFull, askedBy: inFull });
    for (const search of ['ada berg', 'EVE']) {
      const found = (await server.api(passcodeList, { search }, eve.token)).envelope.data;
      const listed = found.find(({ id }) => id === passcode?.id);
      expect(listed, search).toMatchObject({ admin: inFull, createdBy: inFull });
    }
  });

  it('is named in what watches a device: in full to its person', async () => {
    await server.api(createZone, zoneInput({ for: 'ALL' }), eve.token);
    const { deviceId } = device;
    const { data } = (await server.api(deviceWatches, { deviceId }, eve.token)).envelope;
    expect(data.map(({ setBy }) => setBy)).toEqual([name]);
    const raw = new RawDevice(server);
    await raw.hello(device.token, { platform: 'BROWSER' });
    expect((await raw.next('watches')).watches.map(({ setBy }) => setBy)).toEqual([inFull]);
    raw.socket.close();
  });

  it('can be known by the username alone', async () => {
    await server.api(renameSelf, { displayName: '' }, eve.token);
    expect((await server.api(profile, {}, eve.token)).envelope.data.displayName).toBe('eve');
    const { rows } = await sql<{ name: string }>`
      select display_name as name from users where id = ${eve.userId}`.execute(server.services.db);
    expect(rows).toEqual([{ name: '' }]);
  });
});
