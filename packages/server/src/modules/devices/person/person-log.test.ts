import { contacts, limits } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { consentTo, livingDevice } from '../../../testing/person.ts';
import { awaitStep, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';

const server = useTestServer();
const devices = useDevices(server);

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const list = ({ deviceId }: TestDevice) => server.api(contacts.list, { deviceId });

describe('the log in the person’s hands', () => {
  it('says who did what, newest first, in plain words', async () => {
    const { device, client, release } = await livingDevice(server, devices);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    release();
    await list(device);
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    await server.api(contacts.list, { deviceId: device.deviceId }, stranger.token);
    await client.changeGrants(['SMS']);
    await client.pause();
    const { entries, more } = await client.log.read();
    expect(more).toBe(false);
    const words = entries.map(({ who, what }) => `${who} ${what}`);
    const admin = server.admin.username;
    expect(words.slice(0, 3)).toEqual([
      `${device.username} paused sharing`,
      `${device.username} changed what is shared to Text messages`,
      `${stranger.username} tried to look at Contacts and was refused: not an admin of this device`,
    ]);
    expect(words).toEqual(
      expect.arrayContaining([
        `${admin} asked for Contacts`,
        `${admin} looked at contacts (0)`,
        `${admin} looked at the requests for Contacts (1)`,
      ]),
    );
    expect(words.at(-1)).toMatch(new RegExp(`^${device.username} joined and shares Contacts, Call history`));
    expect(entries.every(({ recordedAt }) => !Number.isNaN(Date.parse(recordedAt)))).toBe(true);
  });

  it('comes in pages, each of this device only', async () => {
    const { device, raw } = await devices.connected();
    const other = await devices.connected();
    const { db } = server.services;
    const entry = { actorId: null, actorName: 'somebody', action: 'READ', subject: contacts.list.path } as const;
    for (let count = 0; count < limits.device.logPageSize * 2; count += 1) {
      await appendAudit(db, { ...entry, deviceId: device.deviceId });
    }
    await appendAudit(db, { ...entry, deviceId: other.device.deviceId, actorName: 'the other one' });
    const sequences: number[] = [];
    let before: number | null = null;
    for (;;) {
      raw.send({ type: 'log-request', before });
      const page = await raw.next('log');
      sequences.push(...page.entries.map(({ sequence }) => sequence));
      expect(page.entries.map(({ who }) => who)).not.toContain('the other one');
      if (!page.more) break;
      before = page.entries.at(-1)?.sequence ?? null;
    }
    const all = limits.device.logPageSize * 2 + 1;
    expect(sequences).toEqual(Array.from({ length: all }, (_, place) => all - place));
    raw.socket.send(JSON.stringify({ type: 'log-request', before: null, deviceId: other.device.deviceId }));
    await raw.next('refused');
  });
});

describe('what a person’s device should not send', () => {
  it.each([
    ['a capability that does not exist', { type: 'consent', capabilities: ['STEALTH'] }],
    ['a consent without a notice', { type: 'consent', capabilities: [] }],
    ['a pause with something to it', { type: 'pause', until: 'tomorrow' }],
    ['a place in the log that cannot be', { type: 'log-request', before: 0 }],
    ['progress beyond the end', { type: 'progress', commandId: 1, percent: 101 }],
  ])('%s is refused, and the connection stays', async (_, frame) => {
    const { raw } = await devices.connected();
    raw.socket.send(JSON.stringify(frame));
    expect((await raw.next('refused')).about).toBeNull();
    raw.send({ type: 'log-request', before: null });
    await raw.next('log');
  });

  it('texts that PostgreSQL cannot hold are kept as it can', async () => {
    const { raw } = await devices.connected();
    raw.send({ ...(await consentTo([])), language: 'e\0', noticeHash: `\0${'0'.repeat(63)}` });
    expect((await raw.next('grants')).capabilities).toEqual([]);
  });

  it('too many requests are refused one by one, and nobody else waits', async () => {
    const { raw } = await devices.connected();
    const began = Date.now();
    for (let times = 0; times < 100; times += 1) raw.send({ type: 'log-request', before: null });
    const { device, client } = await livingDevice(server, devices);
    expect((await client.pause()).paused).toBe(true);
    expect((await list(device)).errorCode).toBe('device_paused');
    await vi.waitFor(() => expect(raw.frames).toHaveLength(100));
    const answered = raw.frames.filter(({ type }) => type === 'log').length;
    const { requestsAtOnce, requestsPerSecond } = limits.device;
    expect(answered).toBeGreaterThanOrEqual(requestsAtOnce);
    expect(answered).toBeLessThanOrEqual(requestsAtOnce + ((Date.now() - began) / 1000) * requestsPerSecond);
  });
});
