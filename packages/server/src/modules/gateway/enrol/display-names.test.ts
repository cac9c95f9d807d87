import { randomUUID } from 'node:crypto';
import {
  auditList,
  deviceList,
  enrol,
  importPeople,
  overview,
  passcodeList,
  renameUser,
  runItems,
  startRun,
  userDetail,
  userList,
  type DeviceSelection,
  type RunAction,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPasscodes } from '../../devices/passcodes/passcodes.store.ts';
import { joinRequest } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

/** Joins with a name as its person writes it. */
async function joinAs(displayName: string, person: { username?: string } = {}) {
  const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
  const request = { ...(await joinRequest(code)), person: { displayName, ...person } };
  return await server.api(enrol, request, null);
}

async function joined(displayName: string) {
  const { deviceId } = (await joinAs(displayName)).envelope.data;
  const { data } = (await server.api(deviceList, { sortBy: 'id', sortDirection: 'desc' })).envelope;
  const device = data.find(({ id }) => id === deviceId);
  if (device === undefined) throw new Error('The device is not listed.');
  return device;
}

describe('a name as its person writes it', () => {
  it('is kept beside the username that follows from it', async () => {
    const { id, username, displayName } = await joined(' Zoë  Müller-Lüdenscheidt ');
    expect({ username, displayName }).toEqual({
      username: 'zoe.mueller-luedenscheidt',
      displayName: 'Zoë Müller-Lüdenscheidt',
    });
    const { account } = (await server.api(overview, { deviceId: id })).envelope.data;
    expect(account).toMatchObject({ username, displayName, nickname: '' });
    expect((await server.api(userDetail, { userId: account.userId })).envelope.data).toMatchObject({ displayName });
    const users = (await server.api(userList, { search: username })).envelope.data;
    expect(users).toMatchObject([{ username, displayName }]);
    const { rows } = await sql<{ name: string }>`
      select person as name from consents where device_id = ${id} union all
      select actor_name from audit_entries where device_id = ${id} and action = 'JOIN'`.execute(server.services.db);
    expect(rows).toEqual([{ name: username }, { name: username }]);
  });

  it.each(['zoe muller', 'ZOË MÜLLER', 'Zoe Mueller', 'muller-lud', 'łuczak', 'Luczak'])(
    'is found by %s',
    async (search) => {
      const name = search.toLowerCase().endsWith('czak') ? 'Ewa Łuczak' : 'Zoë Müller-Lüdenscheidt';
      const { id } = await joined(name);
      const found = (await server.api(deviceList, { search })).envelope.data;
      expect(found.map((device) => device.id)).toContain(id);
      expect(new Set(found.map(({ displayName }) => displayName))).toEqual(new Set([name]));
      const people = (await server.api(userList, { search })).envelope.data;
      expect(new Set(people.map(({ displayName }) => displayName))).toEqual(new Set([name]));
      const log = (await server.api(auditList, { search })).envelope.data;
      expect(log.map(({ deviceId }) => deviceId)).toContain(id);
      expect(log.find(({ deviceId }) => deviceId === id)?.deviceName).toBe(name);
    },
  );

  it.each(['zoë', 'ZOE', 'Zoe Mueller'])(
    'is found by %s among passcodes, and among the devices of a run',
    async (search) => {
      const { id } = await joined('Zoë Müller');
      const passcodes = (await server.api(passcodeList, { search })).envelope.data;
      expect(passcodes.map(({ usedBy }) => usedBy?.deviceId)).toContain(id);
      const selection: DeviceSelection = { by: 'DEVICES', deviceIds: [id] };
      const action: RunAction = { action: 'NOTIFY', title: 'Hello', message: 'See you at eight', type: 'INFO' };
      const { id: runId } = (await server.api(startRun, { clientId: randomUUID(), selection, action })).envelope.data;
      const items = (await server.api(runItems, { runId, search })).envelope.data;
      expect(items.map(({ deviceId }) => deviceId)).toEqual([id]);
      expect((await server.api(runItems, { runId, search: 'zoa' })).envelope.data).toEqual([]);
    },
  );

  it('may be the same for several, also for those who join at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => joinAs('Anna Weber')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = (await server.api(deviceList, { search: 'anna.weber' })).envelope;
    const usernames = data.map(({ username }) => username).toSorted();
    expect(usernames).toEqual(['anna.weber', ...[2, 3, 4, 5, 6].map((number) => `anna.weber${number}`)]);
    expect(new Set(data.map(({ displayName }) => displayName))).toEqual(new Set(['Anna Weber']));
  });

  it('gives way to what admins call them', async () => {
    const { id } = await joined('Mira Sandoval Ortiz');
    const { userId } = (await server.api(overview, { deviceId: id })).envelope.data.account;
    const shown = async () =>
      (await server.api(deviceList, {})).envelope.data.find((device) => device.id === id)?.displayName;
    await server.api(renameUser, { userId, nickname: 'Driver 7' });
    expect(await shown()).toBe('Driver 7');
    await server.api(renameUser, { userId, nickname: '' });
    expect(await shown()).toBe('Mira Sandoval Ortiz');
  });

  it.each(['', ' ', 'Ad\u202Ea', 'A\u0000da', 'Fairwatch', 'x'.repeat(65), 'Ann\u0430 Weber'])(
    'is refused when it hides something or passes as ours: %j',
    async (name) => {
      expect(await joinAs(name)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
    },
  );

  it('is the username for a client that sends no other, and refused without either', async () => {
    const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
    const request = await joinRequest(code);
    expect((await server.api(enrol, { ...request, person: {} }, null)).error).toContain('Please enter a name.');
    const { deviceId } = (await server.api(enrol, { ...request, person: { username: 'Jo.Late' } }, null)).envelope.data;
    const { data } = (await server.api(deviceList, { search: 'jo.late' })).envelope;
    expect(data).toMatchObject([{ id: deviceId, username: 'Jo.Late', displayName: 'Jo.Late' }]);
    expect((await joinAs('Jo', { username: 'jo.late' })).errorCode).toBe('username_taken');
  });

  it('finds a person who was imported under the username that follows from it', async () => {
    await server.api(importPeople, { csv: 'username\nnoa.levi\njörg\n' });
    expect(await joined('Noa Levi')).toMatchObject({ username: 'noa.levi', displayName: 'Noa Levi' });
    expect(await joined('Jörg')).toMatchObject({ username: 'jörg', displayName: 'Jörg' });
    expect(await joined('Noa Levi')).toMatchObject({ username: 'noa.levi2' });
  });
});
