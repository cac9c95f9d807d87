import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { deviceSummary } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { awaitStatus } from '../testing/test-device.ts';
import { archiveWords } from '@fairwatch/device/words';
import { walkPages } from '@fairwatch/termux/testing';
import { useTermuxDevice } from '../testing/termux-device.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const device = useTermuxDevice(server);

const noticeShown = async () =>
  (await server.api(deviceSummary, { deviceId: device.deviceId })).envelope.data.noticeShown;
const stateFolder = () => path.join(device.phone.fake.home, '.fairwatch');

describe('the notice', { tags: 'full' }, () => {
  it('is posted again when it was swiped away', async () => {
    await device.phone.tap('notice-gone');
    await vi.waitFor(() => expect(device.phone.findTap('notice-gone')).toBeDefined());
    await vi.waitFor(async () => expect(await noticeShown()).toBe(true));
  });

  it('stays when it is tapped: Android takes away what has an action of its own', async () => {
    await device.phone.tap('open');
    expect(device.phone.findTap('notice-gone')?.shown.actions.action).toBeUndefined();
  });
});

describe('the person', { tags: 'full' }, () => {
  it('keeps what it stores to itself', () => {
    expect(statSync(stateFolder()).mode & 0o777).toBe(0o700);
    const entries = readdirSync(stateFolder()).map((name) => statSync(path.join(stateFolder(), name)));
    expect(entries.length).toBeGreaterThan(1);
    for (const entry of entries) expect(entry.mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
  });

  it('gets everything about them as a file that only they can read', async () => {
    const { home } = device.phone.fake;
    const pages = walkPages(device.program);
    await pages.choose(archiveWords('title'));
    await pages.choose(archiveWords('get'));
    const name = await vi.waitFor(() => {
      const found = readdirSync(home).find((each) => each.endsWith('.zip'));
      expect(found).toBeDefined();
      expect(statSync(path.join(home, found ?? '')).size).toBeGreaterThan(0);
      return found ?? '';
    });
    const file = path.join(home, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
    expect(await pages.see(archiveWords('title'))).toContain(`It is in ~/${name}`);
    expect(readdirSync(home).filter((each) => each.endsWith('.part'))).toEqual([]);
    pages.answer(':b');
  });

  it('cannot start the program twice', async () => {
    const second = device.phone.start('run');
    expect(await second.exited).not.toBe(0);
    expect(second.output()).toMatch(/already/);
  });

  it('stays joined over a restart', async () => {
    expect(await device.program.stop()).toBe(0);
    await awaitStatus(server, device.deviceId, 'Offline');
    expect(device.phone.fake.notifications()).toEqual([]);
    device.program = device.phone.start('run');
    await awaitStatus(server, device.deviceId, 'Online');
  });
});
