import {
  accessLog,
  alertList,
  archiveStatus,
  archiveUrl,
  assignDevices,
  auditList,
  cancelCommand,
  capabilityNames,
  contacts,
  createAlertRule,
  deleteFile,
  deviceCommands,
  deviceVisits,
  fileHistory,
  makeArchive,
  nonFinalCommands,
  runItems,
  runList,
  sendFile,
  visitEntries,
  type Archive,
  type Capability,
  type UsePolicy,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDatedEntries } from '../../testing/dated-log.ts';
import { endCommands, openCommand } from '../../testing/samples/test-files.ts';
import { unzip } from '../../testing/samples/unzip.ts';
import { setPolicies } from '../../testing/set-policies.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../../testing/servers/use-server.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';

const server = useTestServer();
const devices = useDevices(server);
const kinds = ['LOCATION', 'FILES', 'CONTACTS'] as const satisfies readonly Capability[];
/** Words of shared data, and a number of shared rows, which only the log and the histories have. */
const words = ['Clinic', 'secret-plan.pdf', 'Dr Grey', '7481963'];
const at = (minute: number) => `2035-01-01T12:0${minute}:00Z`;
let device: TestDevice;
/** An admin who may read everything, and one who may open the overview only. */
let reader: TestAdmin;
let overviewer: TestAdmin;
let runId: number;

beforeAll(async () => {
  reader = await server.createAdmin({ access: 'FULL_ACCESS' });
  overviewer = await server.createAdmin({ access: { OVERVIEW: 'READ_ONLY' } });
  device = await joinDevice(server, { ownerId: reader.userId });
  const { deviceId } = device;
  await server.api(assignDevices, { userId: overviewer.userId, deviceIds: [deviceId] });
  const by = { who: reader.username, actorId: reader.userId };
  const fired = { what: 'rang', rule: 'Visits', words: 'Entered Clinic', to: reader.username };
  await addDatedEntries(server, deviceId, [
    { ...by, at: at(0), action: 'ALERT', subject: alertList.path, details: { ...fired, capability: 'LOCATION' } },
    { ...by, at: at(1), subject: contacts.list.path, details: { search: 'Dr Grey', count: 1, total: 7_481_963 } },
    {
      ...by,
      at: at(2),
      action: 'COMMAND',
      subject: sendFile.path,
      details: { commandType: 'SEND_FILE', object: 'secret-plan.pdf', reason: 'Lost phone' },
    },
    { ...by, at: at(3), subject: contacts.list.path, details: { how: 'EXPORT', count: 7_481_963 } },
  ]);
  runId = await insertRun();
  await openSecretCommand();
  await failSecretCommand();
  await openSecretCommand();
});

/** An open command that names the file. */
async function openSecretCommand(): Promise<number> {
  const id = await openCommand(server, device, 'DELETE_FILE', { path: 'secret-plan.pdf' });
  await sql`update commands set details = '{"object":"secret-plan.pdf"}' where id = ${id}`.execute(server.services.db);
  return id;
}

async function failSecretCommand(): Promise<void> {
  await sql`update commands set step = 'FAILED', finished_at = now(), error_details = 'secret-plan.pdf is locked'
    where device_id = ${device.deviceId} and finished_at is null`.execute(server.services.db);
}

/** A run of the reader, whose item failed on the file. */
async function insertRun(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with run as (
      insert into runs (client_id, action, title, requested_by, devices, device_id, finished_at, counts)
      values (gen_random_uuid(), 'DELETE_FILES', 'Delete 1 file', ${reader.userId}, 1, ${device.deviceId}, now(), '{"FAILED": 1}')
      returning id
    ), command as (
      insert into commands (device_id, command_type, step, requested_by, params, details, error_details, expires_at, finished_at)
      values (${device.deviceId}, 'DELETE_FILE', 'FAILED', ${reader.userId}, '{"path": "secret-plan.pdf"}',
        '{"object": "secret-plan.pdf"}', 'secret-plan.pdf is locked', now(), now()) returning id
    )
    insert into run_items (run_id, device_id, kind, command_type, capability, state, params, details, reason, command_id, finished_at)
    select run.id, ${device.deviceId}, 'COMMAND', 'DELETE_FILE', 'FILES', 'FAILED', '{"path": "secret-plan.pdf"}',
      '{"object": "secret-plan.pdf"}', 'secret-plan.pdf is locked', command.id, now() from run, command
    returning run_id as id`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

const change = (set: ReturnType<typeof sql>) =>
  sql`update devices set ${set} where id = ${device.deviceId}`.execute(server.services.db);
const policy = (of: UsePolicy) => setPolicies(server, Object.fromEntries(kinds.map((kind) => [kind, of])));

afterEach(async () => {
  await change(
    sql`capabilities = ${capabilityNames}::text[], paused_at = null, restored_at = null, restored_capabilities = null`,
  );
  await policy({ reason: 'NONE', approval: false });
});

/** The call whose answer has each word, as this admin gets it. */
async function placesOf({ token }: TestAdmin): Promise<string[]> {
  const { deviceId } = device;
  const { visits } = (await server.api(deviceVisits, { deviceId }, token)).envelope.data;
  const made = visits.find(({ from }) => from.startsWith('2035')) ?? { first: 0, last: 0 };
  const answers = {
    visits,
    entries: (await server.api(visitEntries, { deviceId, first: made.first, last: made.last }, token)).envelope,
    log: (await server.api(auditList, { deviceId, pageSize: 500 }, token)).envelope,
    commands: (await server.api(deviceCommands, { deviceId }, token)).envelope,
    open: (await server.api(nonFinalCommands, { deviceId }, token)).envelope,
    files: (await server.api(fileHistory, { deviceId }, token)).envelope,
    runs: (await server.api(runList, {}, token)).envelope,
    items: (await server.api(runItems, { runId }, token)).envelope,
  };
  return Object.entries(answers).flatMap(([name, answer]) => {
    // Numbers in sentences have separators.
    const text = JSON.stringify(answer).replaceAll(',', '');
    return words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
  });
}

/** How many lines a search for each word finds, by the page and by its total. */
async function foundBy({ token }: TestAdmin): Promise<(number | undefined)[]> {
  const { deviceId } = device;
  const answers = await Promise.all(
    words.slice(1, 3).map((object) => server.api(auditList, { deviceId, object }, token)),
  );
  return answers.flatMap(({ envelope: { data, meta } }) => [data.length, meta.pagination?.totalItems]);
}

const untold: [string, () => Promise<unknown>][] = [
  ['does not share it any more', () => change(sql`capabilities = '{DEVICE_INFO}'`)],
  ['pauses', () => change(sql`paused_at = now()`)],
  [
    'is held after a restore',
    () => change(sql`restored_at = now(), restored_capabilities = capabilities, capabilities = '{}'`),
  ],
  ['has an owner who asks for a reason', () => policy({ reason: 'REQUIRED', approval: false })],
  ['has an owner who asks for the agreement of a second admin', () => policy({ reason: 'NONE', approval: true })],
];

describe('names and counts in the log and in the histories', () => {
  it('are told to who is told the data itself', async () => {
    const everywhere = await placesOf(reader);
    for (const place of ['visits: Clinic', 'entries: Clinic', 'log: Clinic', 'log: Dr Grey', 'log: 7481963']) {
      expect(everywhere).toContain(place);
    }
    for (const name of ['log', 'commands', 'open', 'files', 'items']) {
      expect(everywhere).toContain(`${name}: secret-plan.pdf`);
    }
    expect(await foundBy(reader)).toEqual([1, 1, 1, 1]);
  });

  it.each(untold)('are told to nobody while the person %s, not by a search either', async (_, begin) => {
    await begin();
    expect(await placesOf(reader)).toEqual([]);
    expect(await placesOf(server.admin)).toEqual([]);
    expect(await foundBy(reader)).toEqual([0, 0, 0, 0]);
    expect(await foundBy(server.admin)).toEqual([0, 0, 0, 0]);
  });

  it('are told again with the reason that was asked for', async () => {
    await policy({ reason: 'REQUIRED', approval: false });
    await sql`insert into given_reasons (user_id, device_id, capability, reason, expires_at)
      values (${reader.userId}, ${device.deviceId}, 'LOCATION', 'A lost phone', now() + interval '5 minutes')`.execute(
      server.services.db,
    );
    expect(await placesOf(reader)).toContain('log: Clinic');
    expect(await placesOf(server.admin)).toEqual([]);
    await sql`delete from given_reasons`.execute(server.services.db);
  });

  it('are not told to who may open the overview only, and the lines themselves are', async () => {
    expect(await placesOf(overviewer)).toEqual([]);
    const { visits } = (await server.api(deviceVisits, { deviceId: device.deviceId }, overviewer.token)).envelope.data;
    expect(visits.find(({ from }) => from.startsWith('2035'))?.summary).toBe(
      'had an alert rule for this device, looked at contacts, asked to fetch something in the shared folder (reason: "Lost phone"), exported contacts',
    );
  });

  it('of an alert that does not say what it tells are told to who is told everything that alerts can tell', async () => {
    const other = await joinDevice(server, { ownerId: reader.userId });
    const { deviceId } = other;
    const details = { what: 'rang', rule: 'Visits', words: 'Entered Clinic', to: reader.username };
    const old = { who: reader.username, actorId: reader.userId, action: 'ALERT', details } as const;
    await addDatedEntries(server, deviceId, [
      { ...old, at: at(0), subject: alertList.path },
      { ...old, at: at(1), subject: createAlertRule.path },
      { ...old, at: at(2), subject: '/an/older/call' },
    ]);
    const told = async ({ token }: TestAdmin) => {
      const { data } = (await server.api(auditList, { deviceId, action: 'ALERT' }, token)).envelope;
      return data.map(({ subject, details: shown }) => [subject, shown]);
    };
    const withheld = ['had an alert rule for this device', {}];
    const whole = [`had the alert rule "Visits" tell ${reader.username}: "Entered Clinic"`, details];
    expect(await told(reader)).toEqual([withheld, whole, whole]);
    await sql`update devices set capabilities = array_remove(capabilities, 'APPS') where id = ${deviceId}`.execute(
      server.services.db,
    );
    for (const admin of [reader, server.admin]) expect(await told(admin)).toEqual([withheld, withheld, withheld]);
    const { entries } = await devices.start(other, { collectors: {} }).log.read();
    expect(entries.map(({ what }) => what)).toContain(whole[0]);
  });

  it('are not told by cancelling what another admin asked for', async () => {
    const commandId = await openSecretCommand();
    await policy({ reason: 'REQUIRED', approval: false });
    const { envelope } = await server.api(cancelCommand, { deviceId: device.deviceId, commandId }, reader.token);
    expect(envelope.data).toMatchObject({ stepType: 'CANCELLED', details: {} });
    expect(JSON.stringify(envelope)).not.toContain('secret-plan.pdf');
    await openSecretCommand();
  });
});

const reason = 'Letter of 3 May, signed';
const made = (deviceId: number) =>
  vi.waitFor(async () => {
    const { data } = (await server.api(archiveStatus, { deviceId })).envelope;
    expect(data.archive?.state).toBe('READY');
    return data as { archive: Archive; ticket: string };
  });
const download = ({ archive, ticket }: { archive: Archive; ticket: string }) =>
  fetch(new URL(archiveUrl(archive.id, ticket), server.url));

const texts = async (zip: Uint8Array) => {
  const files = await unzip(Buffer.from(zip));
  return ['log', 'commands', 'runs'].map((name) => String(files.get(`${name}.json`)));
};
const wordsIn = (text: string) => words.slice(0, 3).filter((word) => text.includes(word));

describe("an admin's archive", () => {
  it('names nothing in the log, the commands and the runs that is not shared, and that of the person everything', async () => {
    const { deviceId } = device;
    await endCommands(server, device);
    await change(sql`capabilities = '{DEVICE_INFO}'`);
    expect((await server.api(makeArchive, { deviceId, reason })).error).toBe('');
    const [log = '', commands = '', runs = ''] = await texts(
      new Uint8Array(await (await download(await made(deviceId))).arrayBuffer()),
    );
    expect([log, commands, runs].flatMap(wordsIn)).toEqual([]);
    // Who has the salt can try what the details are that were left out.
    expect(log).not.toContain('details_salt');
    expect(commands).toContain('DELETE_FILE');
    expect(runs).toContain('DELETE_FILE');
    expect(log).toContain('had an alert rule for this device');
    const client = devices.start(device, { collectors: {} });
    const pieces: Uint8Array[] = [];
    await client.fetchArchive(await client.requestArchive(), async (bytes) => void pieces.push(bytes));
    const own = await texts(Buffer.concat(pieces));
    expect(own.map(wordsIn)).toEqual([words.slice(0, 3), ['secret-plan.pdf'], ['secret-plan.pdf']]);
  });

  it('that was made while it was shared is not handed out without what is asked for since', async () => {
    const { deviceId } = device;
    await server.api(makeArchive, { deviceId, reason });
    const ready = await made(deviceId);
    const whole = new Uint8Array(await (await download(ready)).arrayBuffer());
    expect((await texts(whole)).flatMap(wordsIn)).toContain('secret-plan.pdf');
    await policy({ reason: 'NONE', approval: true });
    expect((await download(ready)).status).toBe(409);
    await policy({ reason: 'NONE', approval: false });
    expect((await download(ready)).status).toBe(200);
    await change(sql`capabilities = '{DEVICE_INFO}'`);
    expect((await download(ready)).status).toBe(409);
  });
});

describe('the access log', () => {
  it('names devices to those who have them, and is numbers for all others', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', AUDIT: 'READ_ONLY' } });
    const below = await server.createAdmin({ access: { CONTACTS: 'READ_ONLY' } });
    await sql`update users set reports_to = ${boss.userId} where id = ${below.userId}`.execute(server.services.db);
    const { deviceId, username } = await joinDevice(server);
    await server.api(assignDevices, { userId: below.userId, deviceIds: [deviceId] });
    const assigned = async () => {
      const { data } = (await server.api(accessLog, { search: below.username }, boss.token)).envelope;
      return data.find(({ action }) => action === 'ASSIGN')?.after['assigned'];
    };
    expect(await assigned()).toEqual([String(deviceId)]);
    await server.api(assignDevices, { userId: boss.userId, deviceIds: [deviceId] });
    expect(await assigned()).toEqual([`${deviceId} ${username}`]);
  });
});

it('a request for a file that was refused tells its name to who is told of files', async () => {
  const { deviceId } = device;
  await policy({ reason: 'REQUIRED', approval: false });
  await server.api(deleteFile, { deviceId, path: 'other-plan.pdf' }, reader.token);
  const refused = async () =>
    JSON.stringify((await server.api(auditList, { deviceId, action: 'REFUSED_COMMAND' }, reader.token)).envelope.data);
  expect(await refused()).not.toContain('other-plan.pdf');
  await policy({ reason: 'NONE', approval: false });
  expect(await refused()).toContain('other-plan.pdf');
});
