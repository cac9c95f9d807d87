import { randomUUID } from 'node:crypto';
import {
  acceptInvitation,
  addToGroup,
  createInvitation,
  assignGroup,
  assignSelection,
  deleteGroup,
  removeFromGroup,
  askConsent,
  assignDevices,
  cancelCommand,
  cancelRun,
  capabilityNames,
  clientsOfAdmin,
  createAlertRule,
  createSchedule,
  createZone,
  deleteZone,
  updateReportMail,
  previewRun,
  createGroup,
  previewRule,
  updateGroup,
  deviceWatches,
  importZones,
  updateZone,
  zoneList,
  deleteAlertRule,
  deleteSchedule,
  downloadFolder,
  endDevice,
  freeClients,
  deleteFile,
  galleryFetch,
  liveLocation,
  liveView,
  sendFile,
  startLiveView,
  groundNotStated,
  importPeople,
  nonFinalCommands,
  pauseSchedule,
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
  stopLiveView,
  takeStill,
  watchLiveView,
  switchAlertRule,
  tryAlertRule,
  updateAlertRule,
  updateSchedule,
  updatePreset,
  updateTicket,
  weekReport,
  type Endpoint,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import type { TestAdmin, TestServer } from '../servers/test-server.ts';
import { joinDevice, type TestDevice } from '../test-device.ts';
import type { FilledIds } from './fill-device.ts';
import { ruleInput, setRule } from './test-alerts.ts';
import { openCommand } from './test-files.ts';
import { scheduleInput, setSchedule } from './test-schedules.ts';
import { readyForLiveView, runningView } from './test-live-views.ts';
import { setZone, zoneInput } from './test-zones.ts';

/** What the inputs of calls are about. */
export interface Sampled {
  /** The calling admin, who has the device. */
  caller: TestAdmin;
  /** Replaced by another one for a call that ends it. */
  device: TestDevice;
  /** Another admin who has the device, and one who does not. */
  other: TestAdmin;
  stranger: TestAdmin;
  ids: FilledIds;
}

/** Makes valid inputs for every call that is about a device, such that it has something to answer. */
export function endpointInputs(server: TestServer, of: Sampled): (endpoint: Endpoint) => Promise<object> {
  const { caller } = of;

  /** One value for each field that an endpoint may require. */
  const samples = (): Record<string, unknown> => ({
    deviceId: of.device.deviceId,
    deviceIds: [of.device.deviceId],
    first: 1,
    last: 1,
    userId: of.ids.person,
    ticketId: of.ids.ticket,
    version: of.ids.version,
    id: of.ids.file,
    itemId: of.ids.item,
    captureId: of.ids.capture,
    sha256: of.ids.sha256,
    size: of.ids.size,
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
    files: [{ id: of.ids.file, name: 'b.png' }],
    password: 'a new password of theirs',
    ground: groundNotStated,
    clientId: randomUUID(),
    action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
    preset: 'everything',
    usedKinds: capabilityNames,
    withRules: false,
  });

  /** Inserts a run with one item for the device, and its command when it is open. */
  async function insertRun(state: 'DONE' | 'FAILED' | 'OPEN'): Promise<number> {
    const commandId = state === 'OPEN' ? await openCommand(server, of.device, 'UPDATE_CONTACTS') : null;
    const ended = state === 'OPEN' ? sql`null` : sql`now()`;
    const { rows } = await sql<{ id: number }>`
      with run as (
        insert into runs (client_id, action, title, requested_by, devices, device_id, finished_at, counts)
        values (gen_random_uuid(), 'UPDATE', 'Update', ${caller.userId}, 1, ${of.device.deviceId}, ${ended},
          case when ${state} = 'OPEN' then null else '{}'::jsonb end)
        returning id
      )
      insert into run_items (run_id, requested_by, device_id, kind, command_type, capability, state, command_id, finished_at)
      select id, ${caller.userId}, ${of.device.deviceId}, 'COMMAND', 'UPDATE_CONTACTS', 'CONTACTS', ${state}, ${commandId}, ${ended} from run
      returning run_id as id`.execute(server.services.db);
    return rows[0]?.id ?? 0;
  }

  function selection(): object {
    return { by: 'DEVICES', deviceIds: [of.device.deviceId] };
  }

  /** Makes a group by hand, which may have the device. */
  async function madeGroup({ withDevice }: { withDevice: boolean }): Promise<{ groupId: number }> {
    const { rows } = await sql<{ groupId: number }>`
      insert into groups (owner_id, name, colour) values (${caller.userId}, gen_random_uuid()::text, 'gray')
      returning id as "groupId"`.execute(server.services.db);
    const [group] = rows;
    if (group === undefined) throw new Error('A row that was inserted is returned.');
    if (withDevice) {
      await sql`insert into group_devices (group_id, device_id) values (${group.groupId}, ${of.device.deviceId})`.execute(
        server.services.db,
      );
    }
    return group;
  }

  const ofDevice = () => ({ for: 'DEVICE' as const, deviceId: of.device.deviceId });
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
    const { id } = await setZone(server, ofDevice(), { token: caller.token });
    return { ...zoneInput(ofDevice()), zoneId: id };
  }

  const ringsFor = () =>
    ruleInput({ on: 'SHARING_PAUSED' }, { target: { for: 'DEVICE', deviceId: of.device.deviceId } });

  async function newRule(): Promise<object> {
    const input = ringsFor();
    const { id } = await setRule(server, input.condition, { ...input, token: caller.token });
    return { ...input, ruleId: id };
  }

  async function newSchedule(): Promise<object> {
    const { id } = await setSchedule(server, [of.device], { token: caller.token });
    return { ...scheduleInput([of.device]), scheduleId: id };
  }

  /** Lets a live location run on the device, unless one does. */
  async function runningLive(): Promise<object> {
    await sql`
      with command as (
        insert into commands (device_id, command_type, requested_by, expires_at, step, finished_at)
        values (${of.device.deviceId}, 'LIVE_LOCATION', ${caller.userId}, now(), 'DONE', now()) returning id, device_id, requested_by
      )
      insert into live_sessions (id, device_id, started_by, minutes, until)
      select id, device_id, requested_by, 15, now() + interval '15 minutes' from command
      on conflict (device_id) where ended_at is null do nothing`.execute(server.services.db);
    return {};
  }

  /** What some endpoints need in addition. */
  const more = new Map<Endpoint, () => object | Promise<object>>([
    [addToGroup, async () => ({ selection: selection(), ...(await madeGroup({ withDevice: false })) })],
    [removeFromGroup, async () => ({ selection: selection(), ...(await madeGroup({ withDevice: true })) })],
    [deleteGroup, () => madeGroup({ withDevice: true })],
    [previewRule, () => ({ rule: { osName: 'preview' } })],
    [createGroup, () => ({ name: randomUUID(), rule: { osName: 'create' } })],
    [
      updateGroup,
      async () => ({ name: randomUUID(), rule: { osName: 'update' }, ...(await madeGroup({ withDevice: true })) }),
    ],
    [
      assignGroup,
      async () => ({ userId: of.stranger.userId, assigned: true, ...(await madeGroup({ withDevice: true })) }),
    ],
    [
      acceptInvitation,
      async () => {
        const { groupId } = await madeGroup({ withDevice: true });
        const template = 'WORKS_COUNCIL';
        const { envelope } = await server.api(createInvitation, { template, groupIds: [groupId] }, caller.token);
        const password = 'quiet-otter-77';
        return { token: envelope.data.token, username: 'council', password, confirmPassword: password };
      },
    ],
    [assignSelection, () => ({ userId: of.stranger.userId, assigned: true, selection: selection() })],
    [assignDevices, () => ({ userId: of.other.userId })],
    [removeDevices, () => ({ userId: of.other.userId })],
    [downloadFolder, () => ({ path: '' })],
    [setPassword, () => ({ userId: of.other.userId })],
    [clientsOfAdmin, () => ({ userId: of.other.userId })],
    [freeClients, () => ({ userId: of.stranger.userId })],
    [
      resetSignIn,
      async () => {
        await sql`insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, backed_up)
          values (${of.other.userId}, '\\x01', '\\x01', 0, 'x', 'Laptop', false)`.execute(server.services.db);
        return { userId: of.other.userId };
      },
    ],
    [
      askConsent,
      async () => {
        await sql`update devices set capabilities = array_remove(capabilities, 'CALENDAR')`.execute(server.services.db);
        return {};
      },
    ],
    [rejectUser, () => ({ userId: of.other.userId })],
    [importPeople, () => ({ csv: `username,email\n${of.device.username},another@example.org` })],
    [
      endDevice,
      async () => {
        // The device before has changed hands.
        of.device = await joinDevice(server);
        return { deviceId: of.device.deviceId };
      },
    ],
    [stopLiveLocation, runningLive],
    [liveLocation, runningLive],
    [startLiveView, () => readyForLiveView(server, of.device)],
    [stopLiveView, () => runningView(server, of)],
    [liveView, () => runningView(server, of)],
    [takeStill, () => runningView(server, of)],
    [watchLiveView, () => runningView(server, of)],
    [startRun, () => ({ selection: selection() })],
    [previewRun, () => ({ selection: selection() })],
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
        return { week: '2026-11-13', zone: 'UTC', target: { for: 'DEVICE', deviceId: of.device.deviceId } };
      },
    ],
    [
      reportMail,
      async () => {
        await sql`insert into report_mails (user_id, device_id, zone, next_at)
          values (${caller.userId}, ${of.device.deviceId}, 'UTC', now())`.execute(server.services.db);
        return {};
      },
    ],
    [
      updateReportMail,
      async () => {
        server.services.config.smtpUrl = 'smtp://127.0.0.1:1';
        const { db } = server.services;
        await sql`update users set email = 'r@example.org' where id = ${caller.userId}`.execute(db);
        return { mail: { target: ofDevice(), zone: 'Europe/Berlin' } };
      },
    ],
    [scheduleList, newSchedule],
    [createSchedule, () => scheduleInput([of.device])],
    [updateSchedule, newSchedule],
    [pauseSchedule, async () => ({ ...(await newSchedule()), paused: true })],
    [deleteSchedule, newSchedule],
    [
      deviceWatches,
      async () => {
        const { id } = await setRule(server, { on: 'SHARING_PAUSED' }, { token: caller.token });
        await sql`insert into alerts (rule_id, rule_name, event, device_id, words, occurrence, began_at, ended_at)
          values (${id}, 'x', 'SHARING_PAUSED', ${of.device.deviceId}, 'x', 'x', now(), now())`.execute(
          server.services.db,
        );
        return { deviceId: of.device.deviceId };
      },
    ],
    [createAlertRule, ringsFor],
    [updateAlertRule, newRule],
    [switchAlertRule, async () => ({ ...(await newRule()), on: false })],
    [deleteAlertRule, newRule],
    [tryAlertRule, ringsFor],
    [updatePreset, () => ({ usedKinds: capabilityNames.filter((kind) => kind !== 'CALL_RECORDING') })],
    [updateTicket, () => ({ status: 'IN_PROGRESS' })],
    [cancelCommand, async () => ({ commandId: await openCommand(server, of.device, 'UPDATE_CONTACTS') })],
    [nonFinalCommands, async () => ({ commandId: await openCommand(server, of.device, 'UPDATE_CONTACTS') })],
  ]);

  /** Optional fields without which some endpoints would do nothing. */
  const optionalFields = new Map<Endpoint, string[]>([
    [createGroup, ['rule']],
    [updateGroup, ['rule']],
    [updateTicket, ['status']],
    [cancelCommand, ['commandId']],
    [galleryFetch, ['itemId']],
    [sendFile, ['path']],
    [deleteFile, ['path']],
  ]);

  return async (endpoint) => {
    const values = { ...samples(), ...(await more.get(endpoint)?.()) };
    const asked = endpoint.input.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
    const fields = [...asked, ...(optionalFields.get(endpoint) ?? [])];
    return Object.fromEntries(fields.map((field) => [field, (values as Record<string, unknown>)[field]]));
  };
}
