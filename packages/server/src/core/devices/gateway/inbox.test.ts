import { askConsent, createPushNotification, type GatewayFrame } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { joinDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/use-server.ts';
import { createInbox } from './inbox.ts';

const server = useTestServer();

/** An inbox of its own; what it sends is kept. */
function openInbox() {
  const sent: string[] = [];
  const send = (deviceId: number, { type }: GatewayFrame) => void sent.push(`${type} to ${deviceId}`);
  return { sent, inbox: createInbox(server.services, send) };
}

/** Does something while a table cannot be found. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  const { db } = server.services;
  await sql`alter table ${sql.id(table)} rename to lost`.execute(db);
  try {
    await work();
  } finally {
    await sql`alter table lost rename to ${sql.id(table)}`.execute(db);
  }
}

it('delivers later what could not be read when it came', async () => {
  const { deviceId } = await joinDevice(server, { capabilities: [] });
  await server.api(askConsent, { deviceId, capability: 'CONTACTS' });
  const { sent, inbox } = openInbox();
  await without('consent_requests', async () => {
    inbox.deliver(deviceId);
    await inbox.idle();
  });
  expect(sent).toEqual([]);
  await inbox.tidy();
  await inbox.idle();
  expect(sent).toEqual([`consent-request to ${deviceId}`]);
  await inbox.tidy();
  await inbox.idle();
  expect(sent).toHaveLength(1);
});

it('asks again what became of a notification when the answer could not be written', async () => {
  const { deviceId } = await joinDevice(server);
  const { id } = (await server.api(createPushNotification, { deviceId, title: 'Hi', message: 'There' })).envelope.data;
  const { sent, inbox } = openInbox();
  await without('push_notifications', async () => {
    inbox.note({ deviceId, notificationId: id, state: 'DELIVERED' });
    await inbox.idle();
  });
  await inbox.tidy();
  await inbox.idle();
  expect(sent).toEqual([`notification to ${deviceId}`]);
});
