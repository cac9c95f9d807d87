import { accessLog, assignGroup, createGroup, importPeople, type AuditDetails } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { auditOf } from '../../testing/person.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { putBelow } from '../../testing/test-groups.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();

const rename = ({ username }: TestDevice, domain: string, { token }: TestAdmin) =>
  server.api(importPeople, { csv: `username,email\n${username},x@${domain}` }, token);

async function adminsOf({ deviceId }: TestDevice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from device_assignments where device_id = ${deviceId} and not direct`.execute(
    server.services.db,
  );
  return rows.map(({ id }) => id);
}

/** An accomplice gets every device whose person has an address of this domain. */
async function trap(domain: string) {
  const accomplice = await server.createAdmin({ access: 'FULL_ACCESS' });
  await putBelow(server, accomplice, server.admin);
  const { envelope } = await server.api(createGroup, { name: domain, rule: { emailDomain: domain } });
  const assignment = { groupId: envelope.data.id, userId: accomplice.userId, assigned: true };
  expect((await server.api(assignGroup, assignment)).status).toBe(200);
  return accomplice;
}

it('an email address that a rule reads moves no device between admins without the Role Manager', async () => {
  const accomplice = await trap('trap.example');
  const attacker = await server.createAdmin({ access: { USERS: 'FULL_ACCESS', DEVICES: 'FULL_ACCESS' } });
  const device = await joinDevice(server, { ownerId: attacker.userId });
  const refused = await rename(device, 'trap.example', attacker);
  expect([refused.status, refused.errorCode]).toEqual([403, 'moves_devices']);
  expect(refused.error).toContain(device.username);
  expect(await adminsOf(device)).toEqual([]);
  const { rows } = await sql<{ email: string }>`
    select email from users where username = ${device.username}`.execute(server.services.db);
  expect(rows).toEqual([{ email: 'person@example.com' }]);
  // An address that no rule reads can be changed.
  expect((await rename(device, 'elsewhere.example', attacker)).status).toBe(200);
  expect(await adminsOf(device)).not.toContain(accomplice.userId);
});

it('nor out of the scope of one; who may assign devices causes it, and both logs name them', async () => {
  const accomplice = await trap('school.example');
  const attacker = await server.createAdmin({ access: { USERS: 'FULL_ACCESS' } });
  const manager = await server.createAdmin({ access: { USERS: 'FULL_ACCESS', ROLE_MANAGER: 'FULL_ACCESS' } });
  const device = await joinDevice(server, { ownerId: attacker.userId });
  await sql`insert into device_assignments (user_id, device_id) values (${manager.userId}, ${device.deviceId})`.execute(
    server.services.db,
  );
  expect((await rename(device, 'school.example', manager)).status).toBe(200);
  expect(await adminsOf(device)).toEqual([accomplice.userId]);
  expect((await rename(device, 'elsewhere.example', attacker)).errorCode).toBe('moves_devices');
  expect(await adminsOf(device)).toEqual([accomplice.userId]);
  expect((await rename(device, 'elsewhere.example', manager)).status).toBe(200);
  expect(await adminsOf(device)).toEqual([]);
  const told = (await auditOf(server, device)).filter(
    ({ details }) => (details as AuditDetails)['admin'] === accomplice.username,
  );
  expect(told).toMatchObject([
    { action: 'ASSIGN', by: manager.username, subject: importPeople.path },
    { action: 'UNASSIGN', by: manager.username, subject: importPeople.path },
  ]);
  const { envelope } = await server.api(accessLog, { search: accomplice.username });
  const caused = envelope.data.filter(({ actorName }) => actorName === manager.username);
  expect(caused).toMatchObject([{ action: 'REMOVE' }, { action: 'ASSIGN' }]);
});
