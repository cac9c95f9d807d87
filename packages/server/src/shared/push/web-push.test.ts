import { randomUUID } from 'node:crypto';
import {
  addTicketMessage,
  askConsent,
  capabilityNames,
  liveCamera,
  contacts,
  createPushNotification,
  giveReason,
  limits,
  loadWebPush,
  locations,
  updateWebPush,
  type Capability,
  type PushMessage,
  type PushSubscriptionKeys,
  type SharingHours,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPushService, type PushService } from '../../testing/servers/push-service.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { openVault } from '../../core/vault.ts';
import { renewNode } from '../presence/presence.store.ts';
import { sendPush } from '../../core/web-push/send-push.ts';
import { makeVapidKeys } from '../../core/web-push/vapid.ts';
import { ensureVapidKeys, readVapidKeys } from './vapid-keys.store.ts';

let server: TestServer;
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ pushServices: [service.host], publicUrl: 'https://fairwatch.example.org' });
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  service.answerWith({ status: 201 });
  await switchPush(true);
});

const switchPush = (enabled: boolean) => server.api(updateWebPush, { enabled });
const load = async () => (await server.api(loadWebPush, {})).envelope.data;

/** Says hello as a browser does, and takes what it is told after the welcome. */
async function hello(raw: RawDevice, { token }: TestDevice): Promise<void> {
  await raw.hello(token, { platform: 'BROWSER' });
  await raw.next('supervision');
}

/** What the device is told once it has said where it is reached. */
async function tell(raw: RawDevice, subscription: PushSubscriptionKeys | null) {
  raw.send({ type: 'push-subscription', subscription });
  return await raw.next('supervision');
}

async function awaitAbsent({ deviceId }: TestDevice): Promise<void> {
  await vi.waitFor(async () => {
    const { db } = server.services;
    const device = await db
      .selectFrom('devices')
      .select('gateway_node_id')
      .where('id', '=', deviceId)
      .executeTakeFirst();
    expect(device).toEqual({ gateway_node_id: null });
  });
}

/** A device that has subscribed and whose page was closed then. */
async function subscribed(capabilities: readonly Capability[] = capabilityNames) {
  const device = await joinDevice(server, { capabilities });
  const raw = new RawDevice(server);
  await hello(raw, device);
  const { pushKey } = await tell(raw, null);
  const subscription = service.subscribe(pushKey ?? undefined);
  await tell(raw, subscription);
  raw.socket.close();
  await awaitAbsent(device);
  return { device, deviceId: device.deviceId, subscription };
}

/** The pushes for one subscription, once everything is sent. */
async function pushesTo({ endpoint }: PushSubscriptionKeys): Promise<PushMessage[]> {
  await server.services.push.idle();
  return service.received.filter((push) => push.endpoint === endpoint).map(({ message }) => message);
}

const rowOf = (deviceId: number) =>
  server.services.db.selectFrom('push_subscriptions').selectAll().where('device_id', '=', deviceId).executeTakeFirst();

describe('the setting', () => {
  it('is off until the owner switches it on: no key, and no subscription is kept', async () => {
    const other = await startTestServer({ pushServices: [service.host] });
    try {
      expect((await other.api(loadWebPush, {})).envelope.data).toEqual({
        enabled: false,
        changedBy: null,
        changedAt: null,
        services: [service.host],
        subscribedDevices: 0,
      });
      const raw = new RawDevice(other);
      const device = await joinDevice(other);
      await hello(raw, device);
      expect(await tell(raw, service.subscribe())).toMatchObject({ pushKey: null, pushSubscribed: false });
      expect((await other.api(loadWebPush, {})).envelope.data.subscribedDevices).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('switched off, deletes all subscriptions; each change says who made it', async () => {
    const { deviceId } = await subscribed();
    const before = await load();
    expect(before.enabled).toBe(true);
    expect(before.subscribedDevices).toBeGreaterThan(0);
    const { envelope } = await switchPush(false);
    expect(envelope.data).toMatchObject({
      enabled: false,
      subscribedDevices: 0,
      changedBy: server.admin.username,
      changedAt: expect.any(String) as string,
    });
    expect(await rowOf(deviceId)).toBeUndefined();
    await switchPush(false);
    const changes = await server.services.db
      .selectFrom('settings_changes')
      .select(['before', 'after', 'changed_by'])
      .where('key', '=', 'web-push')
      .orderBy('id')
      .execute();
    expect(changes.at(-1)).toEqual({ before: true, after: false, changed_by: server.admin.userId });
    expect(changes.every((change) => change.before !== change.after)).toBe(true);
  });

  it('is for SUPER_ADMIN alone', async () => {
    const { token } = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await server.api(loadWebPush, {}, token)).errorCode).toBe('not_allowed');
    expect((await server.api(updateWebPush, { enabled: false }, token)).errorCode).toBe('not_allowed');
    expect((await load()).enabled).toBe(true);
  });

  it('keeps its key: browsers subscribe for one. Another vault cannot open it, and makes a new one', async () => {
    const { db, vault, config } = server.services;
    const keys = await readVapidKeys(db, vault);
    await switchPush(false);
    await switchPush(true);
    const again = await readVapidKeys(db, openVault(config));
    expect(again?.publicKey).toBe(keys?.publicKey);
    const foreign = { ...vault, open: () => vault.open('another purpose', Buffer.alloc(64)) };
    expect(await readVapidKeys(db, foreign)).toBeNull();
    const stored = await db.selectFrom('web_push_keys').selectAll().executeTakeFirstOrThrow();
    await ensureVapidKeys(db, foreign);
    expect((await readVapidKeys(db, vault))?.publicKey).not.toBe(keys?.publicKey);
    await db.updateTable('web_push_keys').set(stored).execute();
  });
});

describe('what is pushed while the page is closed', () => {
  it('a command: who asks, what for and why', async () => {
    const { deviceId, subscription } = await subscribed();
    await server.api(giveReason, { deviceId, capability: 'LOCATION', reason: 'You are late for your shift' });
    await server.api(locations.update, { deviceId });
    const { username } = server.admin;
    expect(await pushesTo(subscription)).toEqual([
      {
        kind: 'COMMAND',
        tag: 'command',
        title: `${username} asks for your location`,
        body: 'Reason: “You are late for your shift”\nTap to open the request.',
        page: '/requests',
      },
    ]);
    const push = service.received.find(({ endpoint }) => endpoint === subscription.endpoint);
    expect(push?.headers).toMatchObject({ ttl: String(limits.webPush.keptSeconds), urgency: 'high' });
    expect(push?.claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://fairwatch.example.org' });
    expect(service.refused).toEqual([]);
  });

  it('a capture, a request to share, a message and an answer to a ticket', async () => {
    const { deviceId, device, subscription } = await subscribed(['CAMERA', 'NOTIFICATIONS']);
    const { username } = server.admin;
    await server.api(liveCamera, { deviceId, mode: 'PHOTO', camera: 'FRONT' });
    await server.api(askConsent, { deviceId, capability: 'LOCATION' });
    await server.api(createPushNotification, { deviceId, title: 'The depot is closed', message: 'Go to the other.' });
    // They are sent while the device is away: it comes back to open a ticket.
    await server.services.push.idle();
    const ticketId = await openTicket(device);
    await server.api(addTicketMessage, { ticketId, clientId: randomUUID(), text: 'A private answer' });
    const pushes = await pushesTo(subscription);
    expect(pushes.map(({ kind, title, body, page }) => ({ kind, title, body, page }))).toEqual(
      expect.arrayContaining([
        {
          kind: 'COMMAND',
          title: `${username} asks to take a photo with the front camera`,
          body: 'Tap to open the request.',
          page: '/requests',
        },
        {
          kind: 'CONSENT_REQUEST',
          title: `${username} asks you to share: Location`,
          body: 'You decide. Tap to answer.',
          page: '/requests',
        },
        {
          kind: 'NOTIFICATION',
          title: `${username}: The depot is closed`,
          body: 'Go to the other.',
          page: '/messages',
        },
        {
          kind: 'TICKET',
          title: `${username} answered your request for help`,
          body: `Request ${ticketId}. Tap to read the answer.`,
          page: `/tickets/${ticketId}`,
        },
      ]),
    );
    expect(pushes).toHaveLength(4);
  });

  it('nothing while the page is open, or push is off', async () => {
    const { device, deviceId, subscription } = await subscribed();
    const raw = new RawDevice(server);
    await hello(raw, device);
    await server.api(contacts.update, { deviceId });
    await raw.next('command');
    await server.services.push.idle();
    raw.socket.terminate();
    await awaitAbsent(device);
    await switchPush(false);
    await server.api(askConsent, { deviceId, capability: 'LOCATION' });
    await switchPush(true);
    expect(await pushesTo(subscription)).toEqual([]);
  });

  it('nothing for a command while sharing pauses, outside of the hours, after a restore, or once the person left', async () => {
    const { db, push } = server.services;
    const { deviceId, device, subscription } = await subscribed();
    const message = { kind: 'COMMAND', tag: 'command', title: 'A', body: 'B', page: '/requests' } as const;
    const set = async (change: Record<string, unknown>) => {
      await db.updateTable('devices').set(change).where('id', '=', deviceId).execute();
      push.remind(deviceId, () => message);
      push.remind(deviceId, () => ({ ...message, kind: 'TICKET', tag: 'ticket-1' }));
      await push.idle();
    };
    const never: SharingHours = { timeZone: 'UTC', days: [] };
    await set({ paused_at: new Date() });
    await set({ paused_at: null, sharing_hours: JSON.stringify(never) });
    await set({ sharing_hours: null, restored_at: new Date(), restored_capabilities: [], capabilities: [] });
    const tags = (await pushesTo(subscription)).map(({ kind }) => kind);
    // Answers to the person's own tickets are pushed, except after a restore, until the device has said hello.
    expect(tags).toEqual(['TICKET', 'TICKET']);
    await db
      .updateTable('devices')
      .set({ restored_at: null, restored_capabilities: null })
      .where('id', '=', deviceId)
      .execute();
    const raw = new RawDevice(server);
    await hello(raw, device);
    raw.send({ type: 'leave' });
    await raw.closed;
    expect(await rowOf(deviceId)).toBeUndefined();
  });

  it('what was sent over a connection that turned out to be gone, once it stays away', async () => {
    const { device, deviceId, subscription } = await subscribed(['LOCATION', 'NOTIFICATIONS']);
    const ticketId = await openTicket(device);
    const raw = new RawDevice(server);
    await hello(raw, device);
    raw.freeze();
    await server.api(locations.update, { deviceId });
    await server.api(askConsent, { deviceId, capability: 'CONTACTS' });
    await server.api(createPushNotification, { deviceId, title: 'Hello', message: 'There' });
    await server.api(addTicketMessage, { ticketId, clientId: randomUUID(), text: 'An answer' });
    expect(await pushesTo(subscription)).toEqual([]);
    raw.socket.terminate();
    await vi.waitFor(async () => {
      const kinds = (await pushesTo(subscription)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['COMMAND', 'CONSENT_REQUEST', 'NOTIFICATION', 'TICKET']);
    });
  });

  it('what was sent once a device was known to be away, a single time', async () => {
    const { device, deviceId, subscription } = await subscribed(['LOCATION']);
    const raw = new RawDevice(server);
    await hello(raw, device);
    raw.freeze();
    await server.api(locations.update, { deviceId });
    expect(await pushesTo(subscription)).toEqual([]);
    raw.socket.terminate();
    await awaitAbsent(device);
    await server.api(askConsent, { deviceId, capability: 'CONTACTS' });
    expect((await pushesTo(subscription)).map(({ kind }) => kind)).toEqual(['CONSENT_REQUEST']);
    await vi.waitFor(async () => {
      const kinds = (await pushesTo(subscription)).map(({ kind }) => kind);
      expect(kinds).toEqual(['CONSENT_REQUEST', 'COMMAND']);
    });
  });

  it('what was sent to a device of a server that died', { tags: 'full' }, async () => {
    const { db } = server.services;
    const { deviceId, subscription } = await subscribed(['LOCATION']);
    const nodeId = randomUUID();
    const died = { id: nodeId, name: 'died', version: '0', address: null, startedAt: new Date(), devices: 1, lagMs: 0 };
    await renewNode(db, died, 60_000);
    await db.updateTable('devices').set({ gateway_node_id: nodeId }).where('id', '=', deviceId).execute();
    await server.api(locations.update, { deviceId });
    expect(await pushesTo(subscription)).toEqual([]);
    await sql`update gateway_nodes set alive_until = now() - interval '1 second' where id = ${nodeId}`.execute(db);
    await vi.waitFor(async () => {
      expect((await pushesTo(subscription)).map(({ kind }) => kind)).toEqual(['COMMAND']);
    });
  });

  it('nothing that shows nothing: without words no push leaves', async () => {
    const { deviceId, subscription } = await subscribed();
    const message = { kind: 'COMMAND', tag: 'command', title: 'A', body: 'B', page: '/requests' } as const;
    for (const wordless of [{ title: '' }, { title: '  ' }, { body: '' }, { body: '\n' }]) {
      server.services.push.remind(deviceId, () => ({ ...message, ...wordless }));
    }
    expect(await pushesTo(subscription)).toEqual([]);
    expect(service.refused).toEqual([]);
  });

  it('at most so many to one device', async () => {
    const { deviceId, subscription } = await subscribed();
    const { perDevice } = limits.webPush;
    for (let count = 0; count < perDevice + 3; count += 1) {
      server.services.push.remind(deviceId, () => ({
        kind: 'NOTIFICATION',
        tag: `notification-${count}`,
        title: 'A',
        // Longer than fits into one push, so that it must be shortened.
        body: '\u4E16'.repeat(1200),
        page: '/messages',
      }));
    }
    const pushes = await pushesTo(subscription);
    expect(pushes).toHaveLength(perDevice);
    expect(pushes[0]?.body.endsWith('…') || pushes[0]?.body.length === 1200).toBe(true);
    expect(server.logLines.some((line) => line.includes('web_push.too_many'))).toBe(true);
  });
});

describe('a push service that does not take a push', () => {
  it.each([404, 410])('with %i knows the subscription no longer: it is deleted', async (status) => {
    const { deviceId } = await subscribed();
    service.answerWith({ status });
    await server.api(askConsent, { deviceId, capability: 'LOCATION' }).catch(() => undefined);
    await server.api(locations.update, { deviceId });
    await server.services.push.idle();
    expect(await rowOf(deviceId)).toBeUndefined();
  });

  it.each([400, 403, 413, 429, 500, 503])('with %i is noted until it takes one again', async (status) => {
    const { deviceId, subscription } = await subscribed();
    service.answerWith({ status, body: 'x'.repeat(100_000) });
    await server.api(locations.update, { deviceId });
    await server.services.push.idle();
    expect(await rowOf(deviceId)).toMatchObject({ failed_at: expect.any(Date) as Date });
    const line = server.logLines.findLast((text) => text.includes('web_push.failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ deviceId, status, host: service.host });
    expect(server.logLines.join('\n')).not.toContain(new URL(subscription.endpoint).pathname);
    service.answerWith({ status: 201 });
    await server.api(createPushNotification, { deviceId, title: 'A', message: 'B' });
    await server.services.push.idle();
    expect(await rowOf(deviceId)).toMatchObject({ failed_at: null });
  });

  it('is not waited for long', async () => {
    const { endpoint, keys } = service.subscribe();
    service.answerWith('hang');
    const message = { kind: 'TICKET', tag: 'ticket-1', title: 'A', body: 'B', page: '/tickets/1' } as const;
    const vapid = { keys: makeVapidKeys(), subject: 'mailto:owner@example.org' };
    const signal = new AbortController().signal;
    await expect(
      sendPush({ address: new URL(endpoint), keys, message }, vapid, { signal, answerWithinMs: 20 }),
    ).rejects.toThrow('timeout');
  });
});

/** The person opens a ticket. */
async function openTicket(device: TestDevice): Promise<number> {
  const raw = new RawDevice(server);
  await hello(raw, device);
  raw.send({
    type: 'ticket-open',
    clientId: randomUUID(),
    title: 'A private matter',
    description: 'Please help.',
    category: 'SUPPORT',
    priority: 'LOW',
  });
  const { ticket } = await raw.next('ticket');
  raw.socket.close();
  await awaitAbsent(device);
  return ticket.ticketId;
}
