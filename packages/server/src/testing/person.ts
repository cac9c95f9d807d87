import { noticeHash, noticeLanguage, noticeVersion, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { awaitStatus, joinDevice, testContact, type TestDevice } from './test-device.ts';
import type { TestServer } from './servers/test-server.ts';
import type { useDevices } from './servers/use-server.ts';

/** The consent to exactly these capabilities under the current notice. */
export async function consentTo(capabilities: Capability[]) {
  const notice = { noticeVersion, noticeHash: await noticeHash(), language: noticeLanguage };
  return { type: 'consent' as const, ...notice, capabilities };
}

/** Connects the real client with contacts that are sent when the test releases them. */
export async function livingDevice(server: TestServer, devices: ReturnType<typeof useDevices>) {
  const device = await joinDevice(server);
  const held = Promise.withResolvers<ReturnType<typeof testContact>[]>();
  const collect = vi.fn<() => Promise<ReturnType<typeof testContact>[]>>(() => held.promise);
  const lines: string[] = [];
  const client = devices.start(device, { collectors: { contacts: collect }, log: (line) => lines.push(line) });
  await awaitStatus(server, device.deviceId, 'Online');
  return { device, client, collect, lines, release: () => held.resolve([testContact('1', 'Anna')]) };
}

/** Collects the features of this device that are published as changed from now on. */
export function changesOf(server: TestServer, { deviceId }: TestDevice): string[] {
  const told: string[] = [];
  server.services.bus.subscribe('changed', (change) => {
    if (change.deviceId === deviceId) told.push(change.feature);
  });
  return told;
}

/** Reads the log of a device. */
export async function auditOf(server: TestServer, { deviceId }: Pick<TestDevice, 'deviceId'>) {
  return await server.services.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name as by', 'subject', 'details'])
    .where('device_id', '=', deviceId)
    .orderBy('sequence')
    .execute();
}

/** The number of stored contacts, independent of consent. */
export async function countContacts(server: TestServer, { deviceId }: Pick<TestDevice, 'deviceId'>): Promise<number> {
  return (await sql`select from contacts where device_id = ${deviceId}`.execute(server.services.db)).rows.length;
}
