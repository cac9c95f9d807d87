import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  cancelCommand,
  captures,
  cdnList,
  createFolder,
  createPushNotification,
  deleteFile,
  fileHistory,
  files,
  gallery,
  galleryFetch,
  galleryFetchHistory,
  limits,
  liveCamera,
  liveCameraHistory,
  liveLocation,
  locations,
  nonFinalCommands,
  pushNotifications,
  receiveFiles,
  recordCall,
  recordVoice,
  renameFile,
  sendFile,
  startLiveLocation,
  uploadBase64,
  voiceHistory,
} from '@fairwatch/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sha256Of } from '../testing/samples/test-files.ts';
import { useTermuxDevice } from '../testing/termux-device.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const device = useTermuxDevice(server);

afterEach(async () => {
  for (const program of ['termux-camera-info', 'termux-camera-photo', 'termux-microphone-record'] as const) {
    device.phone.fake.setMode(program, 'normal');
  }
  // What a failed test has left open must not fail the next one.
  const { deviceId } = device;
  const { envelope } = await server.api(nonFinalCommands, { deviceId });
  for (const { id } of envelope.data) await server.api(cancelCommand, { deviceId, commandId: id });
});

/** A path in the folder that the person shares. */
const shared = (...names: string[]) => path.join(device.phone.fake.home, 'shared', ...names);
const photo = () => readFileSync(path.join(device.phone.fake.phone, 'photo.jpg'));
const seconds = limits.recording.minSeconds;
const askPhoto = () => device.ask(liveCamera, { mode: 'PHOTO', camera: 'BACK' });
const recordings = async () => (await server.api(captures.VOICE.list, { deviceId: device.deviceId })).envelope.data;

/** Waits until a command about files is done. */
async function done(commandId: number): Promise<void> {
  expect(await device.ended(fileHistory, commandId)).toMatchObject({ stepType: 'DONE', errorDetails: null });
}

describe('the folder that the person shares', { tags: 'full' }, () => {
  it('is listed, and nothing outside of it', async () => {
    expect(await device.update(files)).toMatchObject({ stepType: 'DONE' });
    const names = (await device.rows(files)).map(({ parent, name }) => path.posix.join(String(parent), String(name)));
    expect(names.toSorted()).toEqual(['letters', 'letters/hello.txt', 'notes.txt']);
  });

  it('gives and takes files', async () => {
    const { deviceId } = device;
    await done(await device.ask(sendFile, { path: 'letters/hello.txt' }));
    const { envelope } = await server.api(cdnList, { deviceId });
    expect(envelope.data[0]).toMatchObject({
      fileName: 'hello.txt',
      direction: 'FROM_DEVICE',
      fileHash: sha256Of(readFileSync(shared('letters/hello.txt'))),
    });
    const content = photo().toString('base64');
    const { id } = (await server.api(uploadBase64, { deviceId, name: 'for-you.jpg', content })).envelope.data;
    await done(await device.ask(receiveFiles, { folder: 'letters', files: [{ id, name: 'for-you.jpg' }] }));
    expect(readFileSync(shared('letters/for-you.jpg'))).toEqual(photo());
  });

  it('can be changed', async () => {
    await done(await device.ask(createFolder, { folder: '', name: 'new $(touch pwned)' }));
    expect(readdirSync(shared())).toContain('new $(touch pwned)');
    await done(await device.ask(renameFile, { path: 'new $(touch pwned)', name: 'old' }));
    expect(existsSync(shared('old'))).toBe(true);
    await done(await device.ask(deleteFile, { path: 'old' }));
    expect(existsSync(shared('old'))).toBe(false);
    expect(existsSync(path.join(device.phone.fake.home, 'pwned'))).toBe(false);
  });
});

describe('the gallery', { tags: 'full' }, () => {
  it('has a preview of each picture, and the original when asked for', async () => {
    expect(await device.update(gallery)).toMatchObject({ stepType: 'DONE', errorDetails: null });
    const [item] = (await server.api(gallery.list, { deviceId: device.deviceId })).envelope.data;
    expect(item).toMatchObject({ kind: 'PHOTO', fileName: 'photo.jpg', width: 320, height: 240, fileHash: null });
    expect(item?.previewHash).not.toBeNull();
    const commandId = await device.ask(galleryFetch, { itemId: item?.id ?? 0 });
    expect(await device.ended(galleryFetchHistory, commandId)).toMatchObject({ stepType: 'DONE' });
    const [fetched] = (await server.api(gallery.list, { deviceId: device.deviceId })).envelope.data;
    expect(fetched?.fileHash).toBe(sha256Of(photo()));
  });
});

describe('a photo', { tags: 'full' }, () => {
  it('is refused by a tap', async () => {
    const before = device.phone.fake.calls('termux-camera-photo').length;
    const commandId = await askPhoto();
    await device.phone.tap(`decline ${commandId}`);
    expect(await device.ended(liveCameraHistory, commandId)).toMatchObject({ stepType: 'DECLINED' });
    expect(device.phone.fake.calls('termux-camera-photo')).toHaveLength(before);
  });

  it.each([
    ['empty', /empty/],
    ['permission', /Android does not let Termux:API use the camera/],
  ] as const)('that Android does not give (%s) is a failed command with its reason', async (mode, words) => {
    device.phone.fake.setMode('termux-camera-photo', mode);
    const commandId = await askPhoto();
    await device.phone.tap(`allow ${commandId}`);
    const { stepType, errorDetails } = await device.ended(liveCameraHistory, commandId);
    expect(stepType).toBe('FAILED');
    expect(errorDetails).toMatch(words);
  });

  it('that a hanging phone does not give is a failed command, too', async () => {
    device.phone.fake.setMode('termux-camera-info', 'hang');
    const commandId = await askPhoto();
    await device.phone.tap(`allow ${commandId}`);
    const { stepType, errorDetails } = await device.ended(liveCameraHistory, commandId);
    expect(stepType).toBe('FAILED');
    expect(errorDetails).toContain('termux-camera-info did not answer within 15 s');
  });
});

describe('a voice recording', { tags: 'full' }, () => {
  it('is made after a tap, until its time is over', async () => {
    const commandId = await device.ask(recordVoice, { seconds });
    await device.phone.tap(`allow ${commandId}`);
    await vi.waitFor(() => expect(device.phone.fake.calls('termux-microphone-record')).not.toEqual([]));
    expect(await device.ended(voiceHistory, commandId)).toMatchObject({ stepType: 'DONE', errorDetails: null });
    const recording = readFileSync(path.join(device.phone.fake.phone, 'recording.m4a'));
    expect(await recordings()).toMatchObject([{ commandId, sha256: sha256Of(recording) }]);
  });

  it('is stopped by a tap: nothing is sent, and the microphone is off', async () => {
    const commandId = await device.ask(recordVoice, { seconds: limits.recording.maxSeconds });
    await device.phone.tap(`allow ${commandId}`);
    await device.phone.tap(`stop ${commandId}`);
    expect(await device.ended(voiceHistory, commandId)).toMatchObject({ stepType: 'FAILED' });
    expect(await recordings()).toHaveLength(1);
    expect(existsSync(path.join(device.phone.fake.phone, 'recording'))).toBe(false);
  });
});

describe('what this phone cannot do', { tags: 'full' }, () => {
  it('is refused with the reason', async () => {
    const { deviceId } = device;
    const video = await server.api(liveCamera, { deviceId, mode: 'VIDEO', camera: 'BACK', seconds });
    expect(video.errorCode).toBe('not_offered');
    expect(video.error).toMatch(/video/i);
    const call = await server.api(recordCall, { deviceId, seconds });
    expect(call.error).not.toBe('');
  });
});

describe('a live location', { tags: 'full' }, () => {
  it('begins after a tap, follows the phone, and ends with a tap', async () => {
    const { deviceId, phone } = device;
    const commandId = await device.ask(startLiveLocation, { minutes: 15 });
    await phone.tap(`allow ${commandId}`);
    expect(await device.ended(locations.history, commandId)).toMatchObject({ stepType: 'DONE' });
    const live = async () => (await server.api(liveLocation, { deviceId })).envelope.data;
    await vi.waitFor(async () => expect((await live()).session?.points).toBeGreaterThan(0));
    expect((await live()).trail.at(-1)?.slice(1, 3)).toEqual([48.137_43, 11.575_49]);
    await phone.tap(`stop ${commandId}`);
    await vi.waitFor(async () => expect((await live()).session?.endedAt).not.toBeNull());
    expect((await live()).session?.end).toBe('STOPPED_BY_PERSON');
  });
});

describe("an admin's message", { tags: 'full' }, () => {
  it('is shown as it is, and runs nothing', async () => {
    const { deviceId, phone } = device;
    const title = '"; touch pwned; "';
    const message = '$(touch pwned) `touch pwned`\n--action touch pwned';
    await server.api(createPushNotification, { deviceId, title, message });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(pushNotifications, { deviceId });
      expect(envelope.data[0]?.status).toBe('DELIVERED');
    });
    await vi.waitFor(() => {
      const shown = phone.fake.notifications().find((each) => `${each.title} ${each.content}`.includes(title));
      expect(`${shown?.title} ${shown?.content}`).toContain('$(touch pwned)');
    });
    for (const { actions } of phone.fake.notifications()) {
      for (const action of Object.values(actions))
        expect(action).toMatch(/^[A-Za-z0-9_./-]+ [A-Za-z0-9_./-]+ act [a-z-]+( \d+)?$/);
    }
    expect(existsSync(path.join(phone.fake.home, 'pwned'))).toBe(false);
  });
});
