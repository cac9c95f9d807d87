import {
  askConsent,
  commandTypes,
  contacts,
  deviceFeatures,
  deleteFile,
  deviceList,
  deviceSummary,
  galleryFetch,
  liveCamera,
  messages,
  nonFinalCommands,
  notOfferedText,
  pairDeviceInfo,
  receiveFiles,
  recordCall,
  recordVoice,
  renameFile,
  sendFile,
  type Offers,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../testing/person.ts';
import { awaitStatus, awaitStep, joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const noMessages = 'A browser cannot read text messages.';
const browser: Offers = {
  commands: ['UPDATE_CONTACTS', 'CAPTURE_PHOTO'],
  refusals: { UPDATE_MESSAGES: noMessages, CAPTURE_VIDEO: 'No video.' },
};
const nothing: Offers = {
  commands: [],
  refusals: Object.fromEntries(commandTypes.map((type) => [type, `No ${type}.`])),
};

/** Connects with a client that offers this and disconnects: its offers stay valid while it is offline. */
async function visit(device: TestDevice, hello: { platform?: 'BROWSER'; offers?: Offers }): Promise<void> {
  const raw = new RawDevice(server);
  await raw.hello(device.token, hello);
  raw.socket.close();
  await awaitStatus(server, device.deviceId, 'Offline');
}

async function joinWith(offers: Offers): Promise<TestDevice> {
  const device = await joinDevice(server);
  await visit(device, { platform: 'BROWSER', offers });
  return device;
}

const summaryOf = async ({ deviceId }: TestDevice) => (await server.api(deviceSummary, { deviceId })).envelope.data;

describe('what a client says it is', () => {
  it('is stored with each connection, without commands that the server does not know', async () => {
    const device = await joinDevice(server);
    const { deviceId } = device;
    expect(await summaryOf(device)).toMatchObject({ platform: null, offers: null });
    const told: Offers = {
      commands: [...browser.commands, 'READ_MINDS', 'UPDATE_CONTACTS', '__proto__'],
      refusals: { ...browser.refusals, READ_MINDS: 'Not yet.', UPDATE_APPS: 'Nul\0 \ud83d', CAPTURE_PHOTO: 'It can.' },
    };
    await visit(device, { platform: 'BROWSER', offers: told });
    const stored = { ...browser, refusals: { ...browser.refusals, UPDATE_APPS: 'Nul\uFFFD \uFFFD' } };
    expect(await summaryOf(device)).toMatchObject({ platform: 'BROWSER', offers: stored });
    const { envelope } = await server.api(pairDeviceInfo, { deviceId });
    expect(envelope.data).toMatchObject({ platform: 'BROWSER', offers: stored });
    const listed = (await server.api(deviceList, { search: device.username })).envelope.data;
    expect(listed).toMatchObject([{ platform: 'BROWSER', osName: 'Android' }]);
    // Another client on the same phone, of an earlier version.
    await visit(device, {});
    expect(await summaryOf(device)).toMatchObject({ platform: null, offers: null });
  });

  it('comes without the system while details of the device are not shared', async () => {
    const shy = await joinDevice(server, { capabilities: ['CONTACTS'] });
    await visit(shy, { platform: 'BROWSER' });
    expect(await summaryOf(shy)).toMatchObject({ platform: 'BROWSER', osName: null });
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token, { platform: 'TERMUX' });
    expect(await summaryOf(device)).toMatchObject({ platform: 'TERMUX', osName: 'Android' });
    raw.send({ type: 'pause' });
    await raw.next('grants');
    expect((await summaryOf(device)).osName).toBeNull();
    raw.socket.close();
  });
});

describe('a command that a client does not offer', () => {
  it('is refused before it is queued, by whatever call', async () => {
    const device = await joinWith(nothing);
    const { deviceId } = device;
    const file = { deviceId, path: 'a.txt' };
    const camera = { deviceId, camera: 'BACK', seconds: 10 } as const;
    const answers = [
      ...(await Promise.all(Object.values(deviceFeatures).map(({ update }) => server.api(update, { deviceId })))),
      await server.api(galleryFetch, { deviceId, itemId: 1 }),
      await server.api(sendFile, file),
      await server.api(renameFile, { ...file, name: 'b.txt' }),
      await server.api(deleteFile, file),
      await server.api(receiveFiles, { deviceId, folder: '', files: [{ id: 1, name: 'a.txt' }] }),
      await server.api(liveCamera, { ...camera, mode: 'PHOTO' }),
      await server.api(liveCamera, { ...camera, mode: 'VIDEO' }),
      await server.api(recordVoice, { deviceId, seconds: 10 }),
      await server.api(recordCall, { deviceId, seconds: 10 }),
    ];
    expect(answers.map(({ status, errorCode }) => `${status} ${errorCode}`)).toEqual(
      answers.map(() => '409 not_offered'),
    );
    expect(answers[0]?.error).toBe('No UPDATE_CONTACTS.');
    expect((await server.api(nonFinalCommands, { deviceId })).envelope.data).toEqual([]);
    const refused = (await auditOf(server, device)).filter(({ action }) => action === 'REFUSED_COMMAND');
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]?.details).toMatchObject({ reason: 'not_offered' });
  });

  it('is refused also where the client offers another of its kind, and stands in the log', async () => {
    const device = await joinWith(browser);
    const camera = { deviceId: device.deviceId, camera: 'BACK', seconds: 10 } as const;
    const video = await server.api(liveCamera, { ...camera, mode: 'VIDEO' });
    expect([video.status, video.errorCode, video.error]).toEqual([409, 'not_offered', 'No video.']);
    const refused = (await auditOf(server, device)).filter(({ action }) => action === 'REFUSED_COMMAND');
    expect(refused).toMatchObject([{ subject: liveCamera.path, details: { reason: 'not_offered' } }]);
    expect((await server.api(liveCamera, { ...camera, mode: 'PHOTO' })).status).toBe(200);
  });

  it('is refused with the client’s own words, or ours when it has none, whether or not it is shared', async () => {
    const { deviceId } = await joinWith(browser);
    expect((await server.api(messages.update, { deviceId })).error).toBe(noMessages);
    expect((await server.api(deviceFeatures.apps.update, { deviceId })).error).toBe(notOfferedText);
    const unshared = await joinDevice(server, { capabilities: ['CONTACTS'] });
    await visit(unshared, { platform: 'BROWSER', offers: browser });
    expect((await server.api(messages.update, { deviceId: unshared.deviceId })).error).toBe(noMessages);
  });

  it('fails when it was queued before the client changed', async () => {
    const device = await joinDevice(server);
    await server.api(contacts.update, { deviceId: device.deviceId });
    const raw = new RawDevice(server);
    await raw.hello(device.token, { platform: 'BROWSER', offers: { commands: [], refusals: {} } });
    expect((await awaitStep(server, device.deviceId, 'FAILED')).errorDetails).toBe(notOfferedText);
    expect(raw.frames.map(({ type }) => type)).not.toContain('command');
    raw.socket.close();
  });

  it('cannot be asked for: its person could not share it', async () => {
    const device = await joinDevice(server, { capabilities: [] });
    await visit(device, { platform: 'BROWSER', offers: browser });
    const { deviceId } = device;
    const asked = await server.api(askConsent, { deviceId, capability: 'SMS' });
    expect([asked.status, asked.errorCode, asked.error]).toEqual([409, 'not_offered', noMessages]);
    expect((await server.api(askConsent, { deviceId, capability: 'CAMERA' })).status).toBe(200);
    // NOTIFICATIONS has no command, so no client can say that it does not offer it.
    expect((await server.api(askConsent, { deviceId, capability: 'NOTIFICATIONS' })).status).toBe(200);
  });
});
