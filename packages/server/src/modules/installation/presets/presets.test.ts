import { readFile } from 'node:fs/promises';
import {
  askConsent,
  capabilityNames,
  contacts,
  createAlertRule,
  createSchedule,
  describePasscode,
  deviceGrants,
  endpoints,
  enrol,
  errorsOf,
  listUsePolicies,
  loadDefaultHours,
  loadPreset,
  mapPositions,
  noticeHash,
  noticeLanguage,
  noticeText,
  presets,
  previewPreset,
  profile,
  specTicketCategories,
  retentionList,
  updatePreset,
  updateUsePolicies,
  type Capability,
  type Endpoint,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { deviceTables } from '../../../device-features.ts';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { consentTo } from '../../../testing/person.ts';
import { insertZone, ruleInput } from '../../../testing/samples/test-alerts.ts';
import { fillDevice } from '../../../testing/samples/fill-device.ts';
import { scheduleInput } from '../../../testing/samples/test-schedules.ts';
import { setUsedKinds } from '../../../testing/set-used-kinds.ts';
import { joinDevice, joinRequest, RawDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { createPasscodes } from '../../devices/passcodes/passcodes.store.ts';
import { deleteUnusedKinds } from './delete-unused.ts';
import { setFirstPreset } from './first-preset.ts';

const server = useTestServer();

const allBut = (...kinds: readonly Capability[]) => capabilityNames.filter((kind) => !kinds.includes(kind));
const use = (usedKinds: readonly Capability[], more: { preset?: 'family' | 'everything'; withRules?: boolean } = {}) =>
  server.api(updatePreset, { preset: 'everything', withRules: false, ...more, usedKinds: [...usedKinds] });
const preview = async (usedKinds: readonly Capability[]) =>
  (await server.api(previewPreset, { preset: 'everything', withRules: false, usedKinds: [...usedKinds] })).envelope
    .data;
const count = async (table: string) => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.id(table)}`.execute(
    server.services.db,
  );
  return rows[0]?.rows ?? 0;
};
const sharedBy = async (deviceId: number) => {
  const { rows } = await sql<{
    capabilities: string[];
  }>`select capabilities from devices where id = ${deviceId}`.execute(server.services.db);
  return rows[0]?.capabilities;
};
const lines = async (deviceId: number) => {
  const { rows } = await sql<{ action: string; subject: string; details: Record<string, never> }>`
    select action, subject, details from audit_entries where device_id = ${deviceId} and action = 'KINDS' order by sequence`.execute(
    server.services.db,
  );
  return rows.map((line) => logWords(line));
};

afterEach(async () => {
  await setUsedKinds(server, capabilityNames);
  await sql`delete from settings where key <> 'unused-kinds'`.execute(server.services.db);
  await sql`delete from devices where left_at is not null`.execute(server.services.db).catch(() => undefined);
  server.services.bus.publish('kindsChanged', {});
  server.services.bus.publish('policiesChanged', {});
});

describe('the preset of an installation', () => {
  it('is set by a super admin alone, travels with the profile, and it stays known who set it', async () => {
    const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
    const input = { preset: 'school', usedKinds: [...presets.school.kinds], withRules: false } as const;
    for (const endpoint of [loadPreset, previewPreset, updatePreset]) {
      expect((await server.api(endpoint, input as never, admin.token)).errorCode).toBe('not_allowed');
    }
    expect((await server.api(profile, {}, admin.token)).envelope.data.installation).toEqual({
      preset: null,
      usedKinds: capabilityNames,
    });
    const set = (await server.api(updatePreset, { ...input, usedKinds: input.usedKinds.toReversed() })).envelope.data;
    expect(set).toMatchObject({ preset: 'school', usedKinds: presets.school.kinds, changedBy: server.admin.username });
    expect((await server.api(loadPreset, {})).envelope.data).toEqual(set);
    expect((await server.api(profile, {}, admin.token)).envelope.data.installation).toEqual({
      preset: 'school',
      usedKinds: presets.school.kinds,
    });
    const twice = { ...input, usedKinds: ['SMS', 'SMS'] };
    expect((await server.api(updatePreset, twice as never)).errorCode).toBe('invalid_input');
    expect((await server.api(updatePreset, { ...input, usedKinds: [] })).errorCode).toBe('invalid_input');
  });

  it('brings its rules along when asked to, says before what would change, and names only kinds that there are', async () => {
    const usedKinds = [...presets.school.kinds];
    const wanted = { preset: 'school' as const, usedKinds, withRules: true, timeZone: 'Europe/Berlin' };
    const changes = (await server.api(previewPreset, wanted)).envelope.data;
    expect(changes.retention).toContainEqual({ kind: 'locations', title: 'Locations', before: 7, after: 3 });
    expect(changes.policies.map(({ capability }) => capability).toSorted()).toEqual([
      'CONTACTS',
      'GALLERY',
      'LOCATION',
    ]);
    expect(changes.hours?.after?.timeZone).toBe('Europe/Berlin');
    expect((await server.api(loadDefaultHours, {})).envelope.data.hours).toBeNull();
    await server.api(updatePreset, wanted);
    expect((await server.api(loadDefaultHours, {})).envelope.data.hours).toEqual(changes.hours?.after);
    const after = (await server.api(previewPreset, wanted)).envelope.data;
    expect(after).toEqual({ takenAway: [], givenBack: [], retention: [], policies: [], hours: null });
    const kinds = (await server.api(retentionList, {})).envelope.data.map(({ kind }) => kind);
    expect(kinds).toContain('locations');
    expect(kinds).not.toContain('messages');
    for (const preset of Object.values(presets)) {
      for (const kind of Object.keys(preset.retention)) {
        expect(deviceTables.map(({ feature }) => feature.id as string)).toContain(kind);
      }
    }
    const policies = (await server.api(listUsePolicies, {})).envelope.data.map(({ capability }) => capability);
    expect(policies).toEqual(presets.school.kinds);
    const sms = [{ capability: 'SMS', reason: 'NONE', approval: false }] as const;
    expect((await server.api(updateUsePolicies, { policies: [...sms] })).errorCode).toBe('kind_not_used');
  });

  it('is that of PRESET at the first start, everything with demo phones, and else not chosen yet', async () => {
    const { services, admin } = server;
    const start = async (config: object) => {
      await setFirstPreset({ ...services, config: { ...services.config, ...config } }, deviceTables, admin);
      return (await server.api(loadPreset, {})).envelope.data;
    };
    expect((await start({ preset: null, demoDevices: 0 })).preset).toBeNull();
    expect(await start({ preset: null, demoDevices: 6 })).toMatchObject({
      preset: 'everything',
      usedKinds: capabilityNames,
    });
    expect(await start({ preset: 'family', demoDevices: 6 })).toMatchObject({
      preset: 'family',
      usedKinds: presets.family.kinds,
    });
    expect(
      (await server.api(previewPreset, { preset: 'family', usedKinds: [...presets.family.kinds], withRules: true }))
        .envelope.data.retention,
    ).toEqual([]);
  });
});

it('an installation from before presets counts as everything, an empty one has none yet', async () => {
  const url = new URL('../../../shared/schema/migrations/0102-presets.sql', import.meta.url);
  const [upgrade = ''] = /^insert into settings[^;]*/m.exec(await readFile(url, 'utf8')) ?? [];
  // The database of this test was migrated before it had an account.
  expect((await server.api(loadPreset, {})).envelope.data).toMatchObject({ preset: null, usedKinds: capabilityNames });
  await sql.raw(upgrade).execute(server.services.db);
  expect((await server.api(loadPreset, {})).envelope.data).toMatchObject({
    preset: 'everything',
    usedKinds: capabilityNames,
  });
});

describe('a kind that is taken away', () => {
  it('is counted before, then deleted with everything, and every person is told', async () => {
    const { db } = server.services;
    const device = await joinDevice(server);
    const other = await joinDevice(server, { capabilities: [] });
    await fillDevice(server, device);
    const [messages, threads, files] = [
      await count('messages'),
      await count('message_threads'),
      await count('device_blobs'),
    ];
    expect(Math.min(messages, threads, files)).toBeGreaterThan(0);
    const gone: Capability[] = ['SMS', 'GALLERY', 'CAMERA'];
    const { takenAway } = await preview(allBut(...gone));
    expect(takenAway.map(({ capability }) => capability)).toEqual(['SMS', 'GALLERY', 'CAMERA']);
    expect(takenAway[0]).toEqual({ capability: 'SMS', sharedBy: 1, devices: 1, rows: messages });
    expect(await count('messages')).toBe(messages);

    await use(allBut(...gone));
    expect(await sharedBy(device.deviceId)).toEqual(allBut(...gone));
    await deleteUnusedKinds(server.services, deviceTables, { rowsPerStep: 2, pauseMs: 0 });
    expect([await count('messages'), await count('message_threads'), await count('gallery')]).toEqual([0, 0, 0]);
    const { rows } = await sql`select from device_blobs where capability = any(${gone}::text[])`.execute(db);
    expect(rows).toEqual([]);
    expect(await count('contacts')).toBeGreaterThan(0);
    for (const { deviceId } of [device, other]) {
      expect(await lines(deviceId)).toEqual([
        'took Text messages, Photos and videos, Camera out of use on this server: nobody can ask for it, and what was collected of it is deleted',
      ]);
    }
    // The consent says what the person agreed to: they withdrew nothing.
    const { rows: consents } = await sql<{ capabilities: string[] }>`
      select capabilities from consents where device_id = ${device.deviceId}`.execute(db);
    expect(consents.map(({ capabilities }) => capabilities)).toEqual([capabilityNames]);
  });

  it('is refused by every call about it, in its own words', async () => {
    const { deviceId } = await joinDevice(server);
    const wrong: string[] = [];
    for (const kind of capabilityNames) {
      await setUsedKinds(server, allBut(kind));
      const calls = endpoints.filter(
        ({ device, form, method }) => device?.capability === kind && form === undefined && method === 'POST',
      );
      for (const endpoint of calls) {
        const answer = await callAbout(endpoint, deviceId);
        if (answer !== 'kind_not_used' && answer !== 'invalid_input') wrong.push(`${endpoint.path} ${kind}: ${answer}`);
        if (!errorsOf(endpoint).includes('kind_not_used')) wrong.push(`${endpoint.path} does not declare it`);
      }
    }
    expect(wrong).toEqual([]);
    await setUsedKinds(server, allBut('CONTACTS'));
    const { error } = await server.api(contacts.list, { deviceId });
    expect(error).toBe('This installation does not use Contacts.');
    const { rows } = await sql<{ details: object }>`select details from audit_entries
      where device_id = ${deviceId} and action = 'REFUSED_READ' order by sequence desc limit 1`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ details: { reason: 'kind_not_used' } }]);
  });

  it('is refused where many devices are asked, in requests, schedules and alert rules', async () => {
    const { deviceId } = await joinDevice(server, { capabilities: [] });
    await setUsedKinds(server, allBut('LOCATION', 'CONTACTS'));
    const west = { west: -10, south: -10, east: 10, north: 10 };
    expect((await server.api(mapPositions, west as never)).errorCode).toBe('kind_not_used');
    expect((await server.api(askConsent, { deviceId, capability: 'LOCATION' })).errorCode).toBe('kind_not_used');
    expect((await server.api(createSchedule, scheduleInput([{ deviceId }]))).errorCode).toBe('kind_not_used');
    const rule = ruleInput({ on: 'ENTERS_ZONE', zoneId: await insertZone(server) });
    expect((await server.api(createAlertRule, rule)).errorCode).toBe('kind_not_used');
    const grants = (await server.api(deviceGrants, { deviceId })).envelope.data.grants;
    expect(grants.map(({ capability }) => capability)).toEqual(allBut('LOCATION', 'CONTACTS'));
  });

  it('ends open commands, requests and what the device still shares, and given back it is shared by nobody', async () => {
    const device = await joinDevice(server);
    const { deviceId } = device;
    const connected = new RawDevice(server);
    const welcome = await connected.hello(device.token, { platform: 'BROWSER', noticeVersion: 3, knowsKinds: true });
    expect(welcome.usedKinds).toEqual(capabilityNames);
    await server.api(contacts.update, { deviceId });
    const { commandId } = await connected.next('command');
    await use(allBut('CONTACTS'));
    expect(await connected.next('cancel')).toEqual({ type: 'cancel', commandId });
    expect(await connected.next('kinds')).toEqual({
      type: 'kinds',
      usedKinds: allBut('CONTACTS'),
      capabilities: allBut('CONTACTS'),
      ticketCategories: specTicketCategories,
    });
    // What a client grants that does not know of it is dropped.
    connected.send(await consentTo(capabilityNames));
    expect((await connected.next('grants')).capabilities).toEqual(allBut('CONTACTS'));

    await use(capabilityNames, { preset: 'family' });
    expect(await connected.next('kinds')).toEqual({
      type: 'kinds',
      usedKinds: capabilityNames,
      capabilities: allBut('CONTACTS'),
      ticketCategories: presets.family.ticketCategories,
    });
    expect((await server.api(contacts.list, { deviceId })).errorCode).toBe('consent_missing');
    expect(await lines(deviceId)).toContain(
      'put Contacts into use on this server: nothing of it is shared until you switch it on',
    );
    connected.send(await consentTo(capabilityNames));
    expect((await connected.next('grants')).capabilities).toEqual(capabilityNames);
    expect((await server.api(contacts.list, { deviceId })).errorCode).toBe('');
    connected.socket.close();
  });

  it('is in no notice: who joins reads, agrees to and shares the others', async () => {
    const used = presets.school.kinds;
    await setUsedKinds(server, used);
    const [passcode = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
    const told = (await server.api(describePasscode, { passcode }, null)).envelope.data;
    expect(told.usedKinds).toEqual(used);
    expect(told.notice.text).toBe(noticeText(undefined, noticeLanguage, used));
    expect(told.notice.text).not.toContain('Text messages');
    const request = await joinRequest(passcode);
    const wrong = { ...request.consent, noticeHash: await noticeHash(undefined, noticeLanguage, ['SMS']) };
    expect((await server.api(enrol, { ...request, consent: wrong }, null)).errorCode).toBe('notice_outdated');
    const consent = { ...request.consent, noticeHash: await noticeHash(undefined, noticeLanguage, used) };
    const { deviceId } = (await server.api(enrol, { ...request, consent }, null)).envelope.data;
    expect(await sharedBy(deviceId)).toEqual(used);
  });
});

/** Makes a call with no more input than the device. */
async function callAbout(endpoint: Endpoint, deviceId: number): Promise<string> {
  const answer = await fetch(new URL(endpoint.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.admin.token}` },
    body: JSON.stringify({ deviceId }),
  });
  if (answer.status === 200) return 'ok';
  const { meta } = (await answer.json()) as { meta: { message: { code?: string }[] } };
  return meta.message[0]?.code ?? 'none';
}
