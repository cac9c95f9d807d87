import {
  adminDetail,
  assignDevices,
  assignGroup,
  assignSelection,
  blockUser,
  cancelCommand,
  captures,
  cdnList,
  changeSuperior,
  changeUserType,
  checkExists,
  clientsOfAdmin,
  createGroup,
  deletePasscode,
  deviceSentUrl,
  deviceSummary,
  downloadFile,
  endOwnSession,
  endpoints,
  freeClients,
  galleryFetch,
  ownSessions,
  passcodeList,
  promoteUser,
  receiveFiles,
  rejectUser,
  removeDevices,
  removePasskey,
  removePersonPicture,
  renameAdmin,
  renameUser,
  resetSignIn,
  savePasscodes,
  setPassword,
  setPersonPicture,
  updateFeatureAccess,
  updateSidebar,
  uploadFile,
  userDetail,
  type Endpoint,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../testing/test-device.ts';
import {
  announce,
  endCommands,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
} from '../testing/samples/test-files.ts';
import { sendForm } from '../testing/samples/test-forms.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();

/** An admin with full access to one device. */
interface Party {
  admin: TestAdmin;
  device: TestDevice;
}
let thief: Party;
let victim: Party;
/** A group of the attacker. */
let ownGroup: number;
/** The ids of the victim's data, which the attacker guesses. */
let loot: { file: number; capture: number; command: number; item: number; sha256: string };

async function createParty(): Promise<Party> {
  const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  return { admin, device: await joinDevice(server, { ownerId: admin.userId }) };
}

beforeAll(async () => {
  [thief, victim] = [await createParty(), await createParty()];
  const { db } = server.services;
  const { deviceId } = victim.device;
  const picture = await testPicture(41);
  const sha256 = sha256Of(picture);
  const stored = await sendForm(server, uploadFile, { deviceId, name: 'Plan.jpg' }, picture, victim.admin.token);
  const photo = await openCommand(server, victim.device, 'CAPTURE_PHOTO');
  await sendSmall(server, victim.device, picture, announce(picture, photo));
  const capture = await sql<{ id: number }>`
    insert into captures (device_id, kind, command_id, requested_by, capability, sha256, camera)
    values (${deviceId}, 'PHOTO', ${photo}, ${victim.admin.userId}, 'CAMERA', ${sha256}, 'BACK') returning id`.execute(
    db,
  );
  await endCommands(server, victim.device);
  const item = await sql<{ id: number }>`
    insert into gallery (device_id, key, kind, file_name, album, size, mime_type, taken_at, width, height)
    values (${deviceId}, 'a', 'PHOTO', 'a.jpg', 'Camera', 1, 'image/jpeg', now(), 1, 1) returning id`.execute(db);
  ownGroup = (await server.api(createGroup, { name: 'Vans' }, thief.admin.token)).envelope.data.id;
  loot = {
    file: stored.envelope.data.id,
    capture: capture.rows[0]?.id ?? 0,
    command: await openCommand(server, victim.device, 'UPDATE_CONTACTS'),
    item: item.rows[0]?.id ?? 0,
    sha256,
  };
});

/** The status and the error text of a call by this party. */
async function call({ admin }: Party, { path }: Endpoint, body: object) {
  const response = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** All calls that take the id of something on a device. */
const namedInDevice: [name: string, endpoint: Endpoint, inputOf: (nothing?: number) => object][] = [
  ['a link to a file', downloadFile, (id = loot.file) => ({ id })],
  ['a file for the own device', receiveFiles, (id = loot.file) => ({ folder: '', files: [{ id, name: 'a.jpg' }] })],
  ['a capture', captures.PHOTO.remove, (captureId = loot.capture) => ({ captureId })],
  ['an original', galleryFetch, (itemId = loot.item) => ({ itemId })],
  ['a command', cancelCommand, (commandId = loot.command) => ({ commandId })],
];
const nothing = 987_654_321;

describe('the number of something on another admin’s device', () => {
  it.each(namedInDevice)('under the own device, opens nothing and tells nothing: %s', async (_, endpoint, inputOf) => {
    const { deviceId } = thief.device;
    const guessed = await call(thief, endpoint, { deviceId, ...inputOf() });
    expect(guessed.status).toBe(404);
    // The response equals that for an id that does not exist.
    expect(guessed).toEqual(await call(thief, endpoint, { deviceId, ...inputOf(nothing) }));
  });

  it.each(namedInDevice)('under that device, opens nothing and tells nothing: %s', async (_, endpoint, inputOf) => {
    const { deviceId } = victim.device;
    const guessed = await call(thief, endpoint, { deviceId, ...inputOf() });
    expect(guessed.status).toBe(404);
    expect(guessed).toEqual(await call(thief, endpoint, { deviceId: nothing, ...inputOf(nothing) }));
  });

  it('is right for whom it belongs to, so that the above means something', async () => {
    const { deviceId } = victim.device;
    expect((await call(victim, downloadFile, { deviceId, id: loot.file })).status).toBe(200);
    expect((await call(victim, cancelCommand, { deviceId, commandId: loot.command })).status).toBe(200);
    expect((await call(victim, captures.PHOTO.remove, { deviceId, captureId: loot.capture })).status).toBe(200);
  });
});

describe('the hash of another device’s file', () => {
  it('opens nothing with a ticket of the own device, and shows in none of its lists', async () => {
    const { deviceId } = thief.device;
    const { sha256 } = loot;
    for (const capability of ['FILES', 'CAMERA'] as const) {
      const ticket = await contentTicketFor(server, thief.admin, { deviceId, capability });
      expect((await fetchContent(server, { ticket, sha256 })).status).toBe(404);
    }
    const question = { deviceId, sha256, size: (await testPicture(41)).length };
    const { envelope } = await server.api(checkExists, question, thief.admin.token);
    expect(envelope.data).toEqual({ exists: false, file: null, received: 0 });
    expect((await server.api(cdnList, { deviceId }, thief.admin.token)).envelope.data).toEqual([]);
  });

  it('opens what was sent for a command to that device only, whoever knows the command', async () => {
    const picture = await testPicture(42);
    const sha256 = sha256Of(picture);
    const photo = await openCommand(server, victim.device, 'CAPTURE_PHOTO');
    await sendSmall(server, victim.device, picture, announce(picture, photo));
    const fetchSent = async (token: string, commandId: number) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(new URL(deviceSentUrl(commandId, sha256), server.url), { headers })).status;
    };
    expect(await fetchSent(victim.device.token, photo)).toBe(200);
    expect(await fetchSent(victim.device.token, loot.command)).toBe(404);
    const own = await openCommand(server, thief.device, 'CAPTURE_PHOTO');
    expect(await fetchSent(thief.device.token, photo)).toBe(404);
    expect(await fetchSent(thief.device.token, own)).toBe(404);
    expect(await fetchSent(thief.admin.token, photo)).toBe(401);
    for (const { device } of [thief, victim]) await endCommands(server, device);
  });
});

/** A snapshot of everything that could be changed about the victim. */
const victimState = async () =>
  (
    await sql`select username, nickname, admin_role, reports_to, user_type, blocked_at, custom_sidebar, password_hash,
    (select json_agg(f order by f.id) from feature_access f where f.user_id = u.id) as access,
    (select json_agg(a.device_id order by a.device_id) from device_assignments a where a.user_id = u.id) as devices
    from users u where id = ${victim.admin.userId}`.execute(server.services.db)
  ).rows;

/** A GIF of one pixel. */
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('the number of somebody else', () => {
  const about: readonly [Endpoint, object][] = [
    [adminDetail, {}],
    [promoteUser, {}],
    [rejectUser, {}],
    [blockUser, { blocked: true }],
    [updateFeatureAccess, { access: [{ featurePermission: 'USERS', featureAccess: 'NO_ACCESS' }] }],
    [setPassword, { password: 'quiet-otter-77' }],
    [resetSignIn, {}],
    [updateSidebar, { customSidebar: 1 }],
    [userDetail, {}],
    [renameUser, { nickname: 'robbed' }],
    [changeUserType, { type: 'GUEST' }],
    [setPersonPicture, { image: onePixel }],
    [removePersonPicture, {}],
    [renameAdmin, { nickname: 'robbed' }],
    [clientsOfAdmin, {}],
    [freeClients, {}],
  ];
  /** Calls that also take an id of the attacker, which makes them look legitimate. */
  const mixed: readonly [Endpoint, () => object][] = [
    [assignDevices, () => ({ deviceIds: [thief.device.deviceId] })],
    [removeDevices, () => ({ deviceIds: [victim.device.deviceId] })],
    [changeSuperior, () => ({ reportsTo: thief.admin.userId })],
    [assignGroup, () => ({ groupId: ownGroup, assigned: true })],
    [assignSelection, () => ({ selection: { by: 'DEVICES', deviceIds: [thief.device.deviceId] }, assigned: true })],
  ];
  it('is in every call that takes one, so that a new one is tried here, too', () => {
    const taking = endpoints.filter(({ input }) =>
      input.safeParse({}).error?.issues.some(({ path }) => path[0] === 'userId'),
    );
    expect([...about, ...mixed].map(([{ path }]) => path).toSorted()).toEqual(
      taking.map(({ path }) => path).toSorted(),
    );
  });

  it('who is neither below nor waiting, changes and tells nothing', async () => {
    const before = await victimState();
    const { userId } = victim.admin;
    for (const [endpoint, input] of [...about, ...mixed.map(([each, inputOf]) => [each, inputOf()] as const)]) {
      const { status, text } = await call(thief, endpoint, { userId, ...input });
      expect([403, 404], endpoint.path).toContain(status);
      expect(text).not.toContain(victim.admin.username);
    }
    expect(await victimState()).toEqual(before);
  });
});

describe('the number of something of another account', () => {
  it('ends no session, removes no passkey, deletes no passcode', async () => {
    const [session] = (await server.api(ownSessions, {}, victim.admin.token)).envelope.data;
    const { password } = thief.admin;
    await server.api(savePasscodes, { count: 1 }, victim.admin.token);
    const [passcode] = (await server.api(passcodeList, {}, victim.admin.token)).envelope.data;
    const { rows } = await sql<{ id: number }>`
      insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, backed_up)
      values (${victim.admin.userId}, 'x', '', 0, 'localhost', 'x', false) returning id`.execute(server.services.db);
    expect((await call(thief, endOwnSession, { id: session?.id })).status).toBe(404);
    expect((await call(thief, removePasskey, { id: rows[0]?.id, password })).status).toBe(404);
    expect((await call(thief, deletePasscode, { id: passcode?.id })).status).toBe(404);
    expect((await call(victim, deviceSummary, { deviceId: victim.device.deviceId })).status).toBe(200);
    expect((await server.api(passcodeList, {}, victim.admin.token)).envelope.data[0]?.id).toBe(passcode?.id);
  });
});
