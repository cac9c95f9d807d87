import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { noChoices } from './choices.ts';
import { createFileStorage, loadChoices, loadJoined, loadMessages, saveChoices } from './saved-state.ts';
import { openStateFolder, StateProblem, usualStateFolder } from './state-folder.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

const message = (notificationId: number, state: 'DELIVERED' | 'SEEN' = 'DELIVERED') => ({
  notificationId,
  notificationType: 'INFO',
  title: 'Hello',
  message: '',
  sentBy: 'maria',
  receivedAt: '2026-01-01T00:00:00.000Z',
  state,
});

describe('the state folder', () => {
  it('is for its owner only, also one that was there before', async () => {
    const path = join(await temporaryFolder(), 'deep', 'state');
    const folder = await openStateFolder(path);
    await folder.writeJson('choices', { wakeLock: true });
    expect([await modeOf(path), await modeOf(join(path, 'choices.json'))]).toEqual(['700', '600']);
    await chmod(path, 0o755);
    await openStateFolder(path);
    expect(await modeOf(path)).toBe('700');
  });

  it('gives back what was written, and nothing for what was not', async () => {
    const folder = await openStateFolder(await temporaryFolder());
    expect(await folder.readJson('device')).toBeUndefined();
    await folder.writeJson('device', { one: 1 });
    await folder.writeJson('device', { two: 'zwei' });
    expect(await folder.readJson('device')).toEqual({ two: 'zwei' });
  });

  it('keeps the last of many writes, and leaves no other files', async () => {
    const path = await temporaryFolder();
    const folder = await openStateFolder(path);
    await Promise.all(Array.from({ length: 20 }, (_, place) => folder.writeJson('tickets', { place })));
    expect(await folder.readJson('tickets')).toEqual({ place: 19 });
    expect(await readdir(path)).toEqual(['tickets.json']);
  });

  it('says when a file is broken, and does not touch it', async () => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'device.json'), '{"token": "abc');
    const folder = await openStateFolder(path);
    await expect(folder.readJson('device')).rejects.toThrow(StateProblem);
    await expect(folder.readJson('device')).rejects.toThrow('is broken and was left as it is');
    expect(await readFile(join(path, 'device.json'), 'utf8')).toBe('{"token": "abc');
  });

  it('removes what a crash left half written, but not what is being written', async () => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'device.json.aaa.tmp'), '{');
    await utimes(join(path, 'device.json.aaa.tmp'), 1, 1);
    await writeFile(join(path, 'device.json.bbb.tmp'), '{');
    await openStateFolder(path);
    expect(await readdir(path)).toEqual(['device.json.bbb.tmp']);
  });

  it('that cannot be used is a clear message', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    await expect(openStateFolder(path)).rejects.toThrow(`The folder ${path} cannot be used`);
  });

  it('is gone when the person has left', async () => {
    const path = await temporaryFolder();
    const folder = await openStateFolder(path);
    await folder.writeJson('device', {});
    await folder.erase();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('lies at home, or where the environment says', () => {
    expect(usualStateFolder({ HOME: '/home/ada' })).toBe('/home/ada/.fairwatch');
    expect(usualStateFolder({ HOME: '/home/ada', FAIRWATCH_HOME: '/elsewhere' })).toBe('/elsewhere');
  });
});

describe('what is in it', () => {
  it('is not a device when it does not look like one', async () => {
    const folder = await openStateFolder(await temporaryFolder());
    expect(await loadJoined(folder)).toBeNull();
    for (const wrong of [null, 5, {}, { serverUrl: 'https://a', device: { token: 1 } }]) {
      await folder.writeJson('device', wrong);
      await expect(loadJoined(folder)).rejects.toThrow('is not one of this program');
    }
  });

  it('are the choices, the cautious ones until the person chose', async () => {
    const folder = await openStateFolder(await temporaryFolder());
    expect(await loadChoices(folder)).toEqual(noChoices);
    await saveChoices(folder, { ...noChoices, sharedFolder: '/sdcard/Shared' });
    expect(await loadChoices(folder)).toEqual({ ...noChoices, sharedFolder: '/sdcard/Shared' });
  });

  it('are the messages, the latest first, until they are deleted', async () => {
    const folder = await openStateFolder(await temporaryFolder());
    const storage = createFileStorage(folder, { serverUrl: 'https://a', messages: [] });
    await storage.saveMessage(message(1));
    await storage.saveMessage(message(2));
    await storage.saveMessage(message(1, 'SEEN'));
    expect((await loadMessages(folder)).map((each) => [each.notificationId, each.state])).toEqual([
      [2, 'DELIVERED'],
      [1, 'SEEN'],
    ]);
    await storage.deleteMessage(2);
    expect((await loadMessages(folder)).map((each) => each.notificationId)).toEqual([1]);
  });
});
