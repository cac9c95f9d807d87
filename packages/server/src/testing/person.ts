import { noticeHash, noticeLanguage, noticeVersion, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { awaitStatus, joinDevice, testContact, type TestDevice } from './test-device.ts';
import type { TestServer } from './test-server.ts';
import type { useDevices } from './use-server.ts';

/** What a person says who shares exactly this, under the current notice. */
export async function consentTo(capabilities: Capability[]) {
  const notice = { noticeVersion, noticeHash: await noticeHash(), language: noticeLanguage };
  return { type: 'consent' as const, ...notice, capabilities };
}

/** The real client, online, with contacts that arrive when the test lets them. */
export async function livingDevice(server: TestServer, devices: ReturnType<typeof useDevices>) {
  const device = await joinDevice(server);
  const held = Promise.withResolvers<ReturnType<typeof testContact>[]>();
  const collect = vi.fn<() => Promise<ReturnType<typeof testContact>[]>>(() => held.promise);
  const lines: string[] = [];
  const client = devices.start(device, { collectors: { contacts: collect }, log: (line) => lines.push(line) });
  await awaitStatus(server, device.deviceId, 'Online');
  return { device, client, collect, lines, release: () => held.resolve([testContact('1', 'Anna')]) };
}

/** Which lists open pages are told to read again, from now on. */
export function changesOf(server: TestServer, { deviceId }: TestDevice): string[] {
  const told: string[] = [];
  server.services.bus.subscribe('changed', (change) => {
    if (change.deviceId === deviceId) told.push(change.feature);
  });
  return told;
}

/** The log of a device. */
export async function auditOf(server: TestServer, { deviceId }: Pick<TestDevice, 'deviceId'>) {
  return await server.services.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name as by', 'subject', 'details'])
    .where('device_id', '=', deviceId)
    .orderBy('sequence')
    .execute();
}

/** How many contacts are stored, whoever may see them. */
export async function countContacts(server: TestServer, { deviceId }: TestDevice): Promise<number> {
  return (await sql`select from contacts where device_id = ${deviceId}`.execute(server.services.db)).rows.length;
}
