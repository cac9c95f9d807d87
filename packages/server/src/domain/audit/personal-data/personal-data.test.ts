import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  addToGroup,
  apiPrefix,
  assignGroup,
  assignSelection,
  deleteGroup,
  removeFromGroup,
  accessLog,
  askConsent,
  assignDevices,
  auditList,
  cancelCommand,
  cancelRun,
  capabilities,
  captures,
  changeHands,
  checkExists,
  clientsOfAdmin,
  consoleSocketPath,
  contentPath,
  createAlertRule,
  createSchedule,
  createZone,
  deleteZone,
  importZones,
  updateZone,
  zoneList,
  deleteAlertRule,
  deleteSchedule,
  deviceSocketPath,
  downloadFile,
  downloadFolder,
  endDevice,
  endpoints,
  enrol,
  everythingTold,
  freeClients,
  deleteFile,
  galleryFetch,
  liveLocation,
  sendFile,
  groundNotStated,
  importPeople,
  nonFinalCommands,
  pauseSchedule,
  receiveFiles,
  rejectUser,
  removeDevices,
  repeatRun,
  reportMail,
  resetSignIn,
  runDetail,
  runItems,
  scheduleList,
  setPassword,
  startRun,
  stopLiveLocation,
  switchAlertRule,
  tryAlertRule,
  updateAlertRule,
  updateReportMail,
  updateSchedule,
  updateTicket,
  weekReport,
  withdrawConsentRequest,
  type Endpoint,
  type Envelope,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fillTables } from '../../../testing/servers/fill-tables.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { endCommands, fetchContent, openCommand, contentTicketFor } from '../../../testing/samples/test-files.ts';
import { ruleInput, setRule } from '../../../testing/samples/test-alerts.ts';
import { scheduleInput, setSchedule } from '../../../testing/samples/test-schedules.ts';
import { setZone, zoneInput } from '../../../testing/samples/test-zones.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { createSession } from '../../accounts/sessions.ts';
import { personalData } from './personal-data.ts';
import type { Line, DataRoute } from './data-route.ts';

const page = join(import.meta.dirname, '../../../../../../docs/personal-data.md');

function lineWords({ action, subject, when }: Line): string {
  const under = subject === undefined ? '' : ` under \`${subject}\``;
  return `\`${action}\`${under}${when === undefined ? '' : `, ${when}`}`;
}

function toldWords(tells: DataRoute['tells']): string {
  if (tells.length === 0) return 'nothing';
  if (tells.length === everythingTold.length) return 'everything';
  return tells.map((told) => (told === 'DEVICE' ? 'the device' : capabilities[told].title)).join(', ');
}

function row({ path, tells, answers, logs }: DataRoute): string {
  const line = typeof logs === 'string' ? `nothing: ${logs}` : lineWords(logs);
  return `| \`${path.replaceAll('|', '\\|')}\` | ${toldWords(tells)} | ${answers ?? 'nothing'} | ${line} |`;
}

const intro = `# Ways to personal data

Every call and address of the server: which kinds of data it tells of, what its answer tells about the person who carries a device, and what
their log says of it. What it tells of is declared with the call, and each kind is told while the disclosure policy allows it: to an admin with the permission, of a
device in their scope, while its person shares it, with the reason and the second admin's agreement that the owner asks for. The
person reads these lines on the device. A route that is not in this table does not boot, and a test makes every call that claims a line and looks for it. The table is
made from \`packages/server/src/domain/audit/personal-data\`; after a change there, run
\`npx vitest run --project server personal-data -u\`.

- **One line.** The same part (a page of rows, a conversation, a day, a search, a file) that the same session reads again within five minutes is
  one line: an open page reads itself again when something changes. Another part is another line.
- **Exports.** A list that is exported is one line with the number of all its rows, each time. Whoever pages through a list without saying that it is an
  export leaves a line for each page.
- **Lists over many devices** write one line to the log of each device they show, once an hour for each session, list and search; each time for an export.
- **Previews** belong to the line of the list that shows them. One that no list showed is named by itself.
- **First the line, then the answer.** What cannot be written down is not shown.
`;

describe('the table of personal data', () => {
  it('has every call, each once, and nothing else', () => {
    const paths = personalData.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    // The other routes are compared when the server starts.
    const missing = endpoints.map(({ path }) => path).filter((path) => !paths.includes(path));
    expect(missing).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining([consoleSocketPath, deviceSocketPath, `${contentPath}/:sha256`]));
  });

  it('says of whatever answers something personal which line is written', () => {
    const silent = personalData.filter(({ answers, logs }) => answers !== null && typeof logs === 'string');
    const paths = silent.map(({ path }) => path.replace(`${apiPrefix}authenticated/`, ''));
    // A pass opens what is logged when it is fetched; the others name nobody, or say what is in the log already.
    expect(paths.filter((path) => !/ticket$|^ticket\/content$/.test(path)).toSorted()).toEqual([
      consoleSocketPath,
      'alert/acknowledge',
      'device/archive/status',
      'device/watches',
      'file/upload/base64',
      'file/upload/multipart',
      'file/upload/multipart/chunk',
      'group/all',
      'group/create',
      'group/preview',
      'group/update',
      'notification/unread',
      'run/preview',
      'ticket/counts',
      'ticket/created',
    ]);
  });

  it('says what is told wherever a call declares that it tells something, and nowhere else', () => {
    const contradicting = personalData.filter(({ answers, tells }) => (answers === null) !== (tells.length === 0));
    expect(contradicting.map(({ path, tells }) => `${path} ${tells.join()}`)).toEqual([]);
  });

  it('is the page in the docs', async () => {
    const rows = personalData.map(row).toSorted();
    const lines = ['| call | tells of | tells about the person | line in their log |', '|---|---|---|---|', ...rows];
    await expect(`${intro}\n${lines.join('\n')}\n`).toMatchFileSnapshot(page);
  });
});

const server = useTestServer();
let device: TestDevice;
/** An admin who has the device, and one who does not. */
let other: TestAdmin;
let stranger: TestAdmin;
let ids: Record<'file' | 'capture' | 'item' | 'ticket' | 'version' | 'person', number> & {
  sha256: string;
  size: number;
};

/** One value for each field that an endpoint may require. */
const samples = (): Record<string, unknown> => ({
  deviceId: device.deviceId,
  deviceIds: [device.deviceId],
  first: 1,
  last: 1,
  userId: ids.person,
  ticketId: ids.ticket,
  version: ids.version,
  id: ids.file,
  itemId: ids.item,
  captureId: ids.capture,
  sha256: ids.sha256,
  size: ids.size,
  capability: 'CALENDAR',
  reason: 'Their letter of 1 November',
  // A day that is valid for a review.
  reviewOn: new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10),
  title: 'Title',
  message: 'Message',
  nickname: 'Another name',
  type: 'GUEST',
  /** A GIF of one pixel. */
  image: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  days: ['2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'],
  timeZone: 'UTC',
  kind: 'PHOTO',
  path: 'Documents/a.txt',
  name: 'b.txt',
  mode: 'PHOTO',
  camera: 'BACK',
  seconds: 10,
  minutes: 15,
  address: 'word',
  search: 'word',
  folder: '',
  files: [{ id: ids.file, name: 'b.png' }],
  password: 'a new password of theirs',
  ground: groundNotStated,
  clientId: randomUUID(),
  action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
});

/** The sample rows are not what a device would send, so the response is not validated against the contract. */
async function post({ path }: Endpoint, input: object, token: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(path, server.url), { method: 'POST', headers, body: JSON.stringify(input) });
  const { meta } = (await answer.json()) as Envelope<unknown>;
  return { status: answer.status, errorCode: meta.message[0]?.code ?? '' };
}

async function count({ action, subject }: { action: string; subject: string }): Promise<number> {
  const { rows } = await sql`select from audit_entries
    where device_id = ${device.deviceId} and action = ${action} and subject = ${subject}`.execute(server.services.db);
  return rows.length;
}

/** Inserts a run with one item for the device, and its command when it is open. */
async function insertRun(state: 'DONE' | 'FAILED' | 'OPEN'): Promise<number> {
  const commandId = state === 'OPEN' ? await openCommand(server, device, 'UPDATE_CONTACTS') : null;
  const ended = state === 'OPEN' ? sql`null` : sql`now()`;
  const { rows } = await sql<{ id: number }>`
    with run as (
      insert into runs (client_id, action, title, requested_by, devices, device_id, finished_at, counts)
      values (gen_random_uuid(), 'UPDATE', 'Update', ${server.admin.userId}, 1, ${device.deviceId}, ${ended},
        case when ${state} = 'OPEN' then null else '{}'::jsonb end)
      returning id
    )
    insert into run_items (run_id, device_id, kind, command_type, capability, state, command_id, finished_at)
    select id, ${device.deviceId}, 'COMMAND', 'UPDATE_CONTACTS', 'CONTACTS', ${state}, ${commandId}, ${ended} from run
    returning run_id as id`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

function selection(): object {
  return { by: 'DEVICES', deviceIds: [device.deviceId] };
}

/** Makes a group by hand, which may have the device. */
async function madeGroup({ withDevice }: { withDevice: boolean }): Promise<{ groupId: number }> {
  const { rows } = await sql<{ groupId: number }>`
    insert into groups (owner_id, name, colour) values (${server.admin.userId}, gen_random_uuid()::text, 'gray')
    returning id as "groupId"`.execute(server.services.db);
  const [group] = rows;
  if (group === undefined) throw new Error('A row that was inserted is returned.');
  if (withDevice) {
    await sql`insert into group_devices (group_id, device_id) values (${group.groupId}, ${device.deviceId})`.execute(
      server.services.db,
    );
  }
  return group;
}

const ofDevice = () => ({ for: 'DEVICE' as const, deviceId: device.deviceId });
const oneZone = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Field', radius: 100 },
      geometry: { type: 'Point', coordinates: [5, 52] },
    },
  ],
});

async function newZone(): Promise<object> {
  const { id } = await setZone(server, ofDevice());
  return { ...zoneInput(ofDevice()), zoneId: id };
}

const ringsFor = () => ruleInput({ on: 'SHARING_PAUSED' }, { target: { for: 'DEVICE', deviceId: device.deviceId } });

async function newRule(): Promise<object> {
  const input = ringsFor();
  const { id } = await setRule(server, input.condition, input);
  return { ...input, ruleId: id };
}

async function newSchedule(): Promise<object> {
  const { id } = await setSchedule(server, [device]);
  return { ...scheduleInput([device]), scheduleId: id };
}

/** Lets a live location run on the device, unless one does. */
async function runningLive(): Promise<object> {
  await sql`
    with command as (
      insert into commands (device_id, command_type, requested_by, expires_at, step, finished_at)
      values (${device.deviceId}, 'LIVE_LOCATION', ${server.admin.userId}, now(), 'DONE', now()) returning id, device_id, requested_by
    )
    insert into live_sessions (id, device_id, started_by, minutes, until)
    select id, device_id, requested_by, 15, now() + interval '15 minutes' from command
    on conflict (device_id) where ended_at is null do nothing`.execute(server.services.db);
  return {};
}

describe('every call that claims a line', () => {
  beforeAll(async () => {
    const { db } = server.services;
    other = await server.createAdmin({ access: 'FULL_ACCESS' });
    stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    device = await joinDevice(server);
    const { deviceId } = device;
    const owned = await sql<{ person: number }>`select user_id as person from devices where id = ${deviceId}`.execute(
      db,
    );
    const person = owned.rows[0]?.person ?? 0;
    await fillTables(server.services, { word: 'word', deviceId, adminId: person });
    await sql`update notifications set user_id = ${server.admin.userId}`.execute(db);
    await sql`update gallery set kind = 'PHOTO' where device_id = ${deviceId}`.execute(db);
    await sql`delete from consent_requests`.execute(db);
    const { rows } = await sql<typeof ids>`select f.id as file, f.sha256, b.size,
        (select id from captures) as capture, (select id from gallery) as item, t.id as ticket, t.version
      from stored_files f join blobs b on b.sha256 = f.sha256, tickets t limit 1`.execute(db);
    const [found] = rows;
    if (!found) throw new Error('Nothing was filled in.');
    ids = { ...found, person };
    // A super admin cannot lose devices; this admin can.
    await sql`insert into device_assignments (user_id, device_id) values (${other.userId}, ${deviceId})`.execute(db);
  });

  /** What some endpoints need in addition. */
  const more = new Map<Endpoint, () => object | Promise<object>>([
    [addToGroup, async () => ({ selection: selection(), ...(await madeGroup({ withDevice: false })) })],
    [removeFromGroup, async () => ({ selection: selection(), ...(await madeGroup({ withDevice: true })) })],
    [deleteGroup, () => madeGroup({ withDevice: true })],
    [
      assignGroup,
      async () => ({ userId: stranger.userId, assigned: true, ...(await madeGroup({ withDevice: true })) }),
    ],
    [assignSelection, () => ({ userId: stranger.userId, assigned: true, selection: selection() })],
    [assignDevices, () => ({ userId: other.userId })],
    [removeDevices, () => ({ userId: other.userId })],
    [downloadFolder, () => ({ path: '' })],
    [setPassword, () => ({ userId: other.userId })],
    [clientsOfAdmin, () => ({ userId: other.userId })],
    [freeClients, () => ({ userId: stranger.userId })],
    [
      resetSignIn,
      async () => {
        await sql`insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, backed_up)
          values (${other.userId}, '\\x01', '\\x01', 0, 'x', 'Laptop', false)`.execute(server.services.db);
        return { userId: other.userId };
      },
    ],
    [
      askConsent,
      async () => {
        await sql`update devices set capabilities = array_remove(capabilities, 'CALENDAR')`.execute(server.services.db);
        return {};
      },
    ],
    [rejectUser, () => ({ userId: other.userId })],
    [importPeople, () => ({ csv: `username,email\n${device.username},another@example.org` })],
    [
      endDevice,
      async () => {
        // The device before has changed hands.
        device = await joinDevice(server);
        return { deviceId: device.deviceId };
      },
    ],
    [stopLiveLocation, runningLive],
    [liveLocation, runningLive],
    [startRun, () => ({ selection: { by: 'DEVICES', deviceIds: [device.deviceId] } })],
    [runDetail, async () => ({ runId: await insertRun('DONE') })],
    [runItems, async () => ({ runId: await insertRun('DONE') })],
    [repeatRun, async () => ({ runId: await insertRun('FAILED') })],
    [cancelRun, async () => ({ runId: await insertRun('OPEN') })],
    [zoneList, newZone],
    [createZone, () => zoneInput(ofDevice())],
    [updateZone, newZone],
    [deleteZone, newZone],
    [importZones, () => ({ geojson: oneZone, target: ofDevice() })],
    [
      weekReport,
      async () => {
        await sql`update locations set local_date_time = '2026-11-11T10:00:00Z'`.execute(server.services.db);
        return { week: '2026-11-13', zone: 'UTC', target: { for: 'DEVICE', deviceId: device.deviceId } };
      },
    ],
    [
      reportMail,
      async () => {
        await sql`insert into report_mails (user_id, device_id, zone, next_at)
          values (${server.admin.userId}, ${device.deviceId}, 'UTC', now())`.execute(server.services.db);
        return {};
      },
    ],
    [
      updateReportMail,
      async () => {
        server.services.config.smtpUrl = 'smtp://127.0.0.1:1';
        const { db } = server.services;
        await sql`update users set email = 'r@example.org' where id = ${server.admin.userId}`.execute(db);
        return { mail: { target: { for: 'DEVICE', deviceId: device.deviceId }, zone: 'Europe/Berlin' } };
      },
    ],
    [scheduleList, newSchedule],
    [createSchedule, () => scheduleInput([device])],
    [updateSchedule, newSchedule],
    [pauseSchedule, async () => ({ ...(await newSchedule()), paused: true })],
    [deleteSchedule, newSchedule],
    [createAlertRule, ringsFor],
    [updateAlertRule, newRule],
    [switchAlertRule, async () => ({ ...(await newRule()), on: false })],
    [deleteAlertRule, newRule],
    [tryAlertRule, ringsFor],
    [updateTicket, () => ({ status: 'IN_PROGRESS' })],
    [cancelCommand, async () => ({ commandId: await openCommand(server, device, 'UPDATE_CONTACTS') })],
    [nonFinalCommands, async () => ({ commandId: await openCommand(server, device, 'UPDATE_CONTACTS') })],
  ]);

  /** Optional fields without which some endpoints would do nothing. */
  const optionalFields = new Map<Endpoint, string[]>([
    [updateTicket, ['status']],
    [cancelCommand, ['commandId']],
    [galleryFetch, ['itemId']],
    [sendFile, ['path']],
    [deleteFile, ['path']],
  ]);

  async function inputOf(endpoint: Endpoint): Promise<object> {
    const values = { ...samples(), ...(await more.get(endpoint)?.()) };
    const asked = endpoint.input.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
    const fields = [...asked, ...(optionalFields.get(endpoint) ?? [])];
    return Object.fromEntries(fields.map((field) => [field, (values as Record<string, unknown>)[field]]));
  }

  const somewhere = { remembered: false, address: '127.0.0.1', userAgent: 'test' };

  const logged = new Map(
    personalData.flatMap(({ path, logs }) => (typeof logs === 'string' ? [] : [[path, logs] as const])),
  );
  /** Endpoints that remove the device, its admin or their session come last; a consent request is withdrawn before that. */
  const last: Endpoint[] = [
    assignGroup,
    assignSelection,
    removeDevices,
    assignDevices,
    accessLog,
    setPassword,
    resetSignIn,
    rejectUser,
    askConsent,
    withdrawConsentRequest,
    changeHands,
    endDevice,
  ];
  const others = endpoints.filter((endpoint) => !last.includes(endpoint));
  const claiming = [...others, ...last].filter(({ path }) => logged.has(path) && path !== enrol.path);

  it('writes it for every file that is fetched', async () => {
    const { deviceId } = device;
    const ticket = await contentTicketFor(server, server.admin, { deviceId, capability: 'FILES' });
    expect((await fetchContent(server, { ticket, sha256: ids.sha256 })).status).toBe(200);
    expect(await count({ action: 'READ', subject: `${contentPath}/FILES` })).toBe(1);
  });

  it('writes it', { timeout: 120_000 }, async () => {
    const silent: string[] = [];
    for (const endpoint of claiming) {
      const { action, subject = endpoint.path } = logged.get(endpoint.path) ?? { action: 'READ' as const };
      const isCommand = action === 'COMMAND';
      if (isCommand) await endCommands(server, device);
      const before = await count({ action, subject });
      // Each request has a session of its own, which has not seen anything yet.
      const { token } = await createSession(server.services, { userId: server.admin.userId, ...somewhere });
      const { errorCode, status } = await post(endpoint, await inputOf(endpoint), token);
      const isCaptureWithout = Object.values(captures).some(
        ({ remove, kind }) => remove === endpoint && kind !== 'PHOTO',
      );
      if (isCaptureWithout) continue;
      // The items of a run are carried out after the answer.
      if (endpoint === startRun || endpoint === repeatRun) {
        await vi.waitUntil(async () => (await count({ action, subject })) > before, { timeout: 30_000 });
      }
      const written = await count({ action, subject });
      if (status !== 200 || written <= before) silent.push(`${endpoint.path} ${status} ${errorCode}`);
    }
    expect(silent).toEqual([]);
    expect(claiming).toEqual(
      expect.arrayContaining([auditList, checkExists, downloadFile, galleryFetch, receiveFiles]),
    );
    expect(await count({ action: 'JOIN', subject: enrol.path })).toBe(1);
  });
});
