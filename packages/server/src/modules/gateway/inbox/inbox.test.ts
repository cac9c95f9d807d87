import { askConsent, createPushNotification, type GatewayFrame } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { joinDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { createInbox } from './inbox.ts';

const server = useTestServer();

/** Opens an inbox and records what it sends. */
function openInbox() {
  const sent: string[] = [];
  const send = (deviceId: number, { type }: GatewayFrame) => void sent.push(`${type} to ${deviceId}`);
  return { sent, inbox: createInbox(server.services, send) };
}

/** Runs something while a table is renamed away. */
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

it('sends a notification again when its reported state could not be stored', async () => {
  const { deviceId } = await joinDevice(server);
  const { id } = (await server.api(createPushNotification, { deviceId, title: 'Hi', message: 'There' })).envelope.data;
  const { sent, inbox } = openInbox();
  await without('push_notifications', async () => {
    inbox.recordState({ deviceId, notificationId: id, state: 'DELIVERED' });
    await inbox.idle();
  });
  await inbox.tidy();
  await inbox.idle();
  expect(sent).toEqual([`notification to ${deviceId}`]);
});
