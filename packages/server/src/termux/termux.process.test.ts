import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  captures,
  contacts,
  deviceGrants,
  deviceList,
  deviceSummary,
  liveCamera,
  liveCameraHistory,
} from '@fairwatch/contract';
import { leaveInTerminal } from '@fairwatch/termux/testing';
import { expect, it, vi } from 'vitest';
import { sha256Of } from '../testing/samples/test-files.ts';
import { useTestServer } from '../testing/servers/use-server.ts';
import { useTermuxDevice } from '../testing/termux-device.ts';

// A phone with Termux in small: the other files of this folder have all that it can do and all that can go wrong.
const server = useTestServer();
const device = useTermuxDevice(server);

const summary = async () => (await server.api(deviceSummary, { deviceId: device.deviceId })).envelope.data;
const isNoticeShown = async () => (await summary()).noticeShown;
const pausedSince = async () =>
  (await server.api(deviceGrants, { deviceId: device.deviceId })).envelope.data.pausedSince;

it('is online, and says what it is and what it can do', async () => {
  // It is told with the first heartbeat.
  await vi.waitFor(async () => expect(await isNoticeShown()).toBe(true));
  const { platform, osName, offers } = await summary();
  expect([platform, osName]).toEqual(['TERMUX', 'Android']);
  expect(offers?.refusals).toMatchObject({
    CAPTURE_VIDEO: expect.any(String) as string,
    RECORD_CALL: expect.any(String) as string,
  });
  expect(offers?.commands).toContain('UPDATE_MESSAGES');
});

it('shows a notice that names the server and stays', () => {
  const shown = device.phone.findTap('notice-gone')?.shown;
  expect(shown?.ongoing).toBe(true);
  expect(`${shown?.title} ${shown?.content}`).toContain(new URL(server.url).hostname);
});

it('sends its contacts, but nothing while the notice cannot be shown', async () => {
  const { phone, deviceId } = device;
  phone.fake.setMode('termux-notification', 'exit1');
  await phone.tap('notice-gone');
  await vi.waitFor(async () => expect(await isNoticeShown()).toBe(false));
  const refused = await server.api(contacts.update, { deviceId });
  expect(refused.errorCode).toBe('notice_not_shown');
  phone.fake.setMode('termux-notification', 'normal');
  await vi.waitFor(async () => expect(await isNoticeShown()).toBe(true));
  expect(await device.update(contacts)).toMatchObject({ stepType: 'DONE', errorDetails: null });
  expect(await device.rows(contacts)).toMatchObject([
    { name: 'Anna Berg', phoneNumber: '+49 170 1234567' },
    { name: 'Bäckerei "Süß"', phoneNumber: '089 998877' },
    { name: 'Zoë 🌻', phoneNumber: '+33612345678' },
  ]);
});

it('takes a photo after a tap, and the person reads for whom', async () => {
  const { phone, deviceId } = device;
  const photo = readFileSync(path.join(phone.fake.phone, 'photo.jpg'));
  const commandId = await device.ask(liveCamera, { mode: 'PHOTO', camera: 'BACK' });
  await vi.waitFor(() => expect(phone.findTap(`allow ${commandId}`)).toBeDefined());
  expect(phone.findTap(`allow ${commandId}`)?.shown.title).toContain(server.admin.username);
  expect(phone.fake.calls('termux-camera-photo')).toEqual([]);
  await phone.tap(`allow ${commandId}`);
  expect(await device.ended(liveCameraHistory, commandId)).toMatchObject({ stepType: 'DONE', errorDetails: null });
  const taken = (await server.api(captures.PHOTO.list, { deviceId })).envelope.data;
  expect(taken).toMatchObject([{ commandId, sha256: sha256Of(photo), mimeType: 'image/jpeg' }]);
  expect(phone.findTap(`allow ${commandId}`)).toBeUndefined();
  await vi.waitFor(() => {
    const texts = phone.fake.notifications().map(({ title, content }) => `${title} ${content}`);
    expect(texts.some((text) => /photo/i.test(text) && text.includes(server.admin.username))).toBe(true);
  });
});

it('is paused and resumed with a tap', async () => {
  await device.phone.tap('pause');
  await vi.waitFor(async () => expect(await pausedSince()).not.toBeNull());
  expect((await server.api(contacts.update, { deviceId: device.deviceId })).error).not.toBe('');
  await device.phone.tap('resume');
  await vi.waitFor(async () => expect(await pausedSince()).toBeNull());
});

it('leaves: everything is removed, on the phone too', async () => {
  expect(await device.program.stop()).toBe(0);
  await leaveInTerminal(device.phone.start());
  const { envelope } = await server.api(deviceList, {});
  expect(envelope.data.map(({ id }) => id)).not.toContain(device.deviceId);
  const state = path.join(device.phone.fake.home, '.fairwatch');
  expect(existsSync(state) ? readdirSync(state) : []).toEqual([]);
  expect(device.phone.fake.notifications()).toEqual([]);
});
