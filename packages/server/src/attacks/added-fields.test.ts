import { endpoints, profile, type Endpoint } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();

/** Fields that an attacker would add to a body to gain access. */
const forged = {
  id: 1,
  userId: 1,
  user_id: 1,
  owner: 1,
  ownerId: 1,
  accountId: 1,
  createdBy: 1,
  requestedBy: 1,
  role: 'SUPER_ADMIN',
  adminRole: 'SUPER_ADMIN',
  admin_role: 'SUPER_ADMIN',
  adminStatus: 'SUPER_ADMIN',
  userType: 'ADMIN',
  isAdmin: true,
  reportsTo: 1,
  blocked: false,
  assigned: [1],
  assignedTo: 1,
  deviceIds: [1],
  access: [{ featurePermission: 'ROLE_MANAGER', featureAccess: 'FULL_ACCESS' }],
  permissions: ['ROLE_MANAGER'],
  featureAccessDTOs: [{ featurePermission: 'ROLE_MANAGER', featureAccess: 'FULL_ACCESS' }],
  scope: { allDevices: true },
  capability: 'CONTACTS',
  consent: true,
  email: 'thief@example.org',
  password_hash: 'x',
  token: 'x',
} as const;

const keys = Object.keys(forged);

/** The forged fields that a call refuses as unknown. The others are fields of the call itself. */
function refusedBy({ input }: Endpoint): string[] {
  const issues = input.safeParse({ ...forged }).error?.issues ?? [];
  return issues.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : []));
}

describe('fields that are added to a body', () => {
  it('are refused by every call, but for those the call declares: the committed table says which', async () => {
    const lines = endpoints.flatMap((endpoint) => {
      const refused = refusedBy(endpoint);
      const taken = keys.filter((key) => !refused.includes(key));
      return taken.length === 0 ? [] : [`${endpoint.path}: ${taken.join(', ')}`];
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('added-fields.snapshot.txt');
  });

  it('never name the caller’s own role or owner: whose it is comes from the session', () => {
    const never = ['user_id', 'owner', 'ownerId', 'role', 'adminRole', 'admin_role', 'userType', 'isAdmin', 'scope'];
    for (const endpoint of endpoints) {
      expect(refusedBy(endpoint), endpoint.path).toEqual(expect.arrayContaining(never));
    }
  });

  it('change nothing over HTTP either, in any call by any account', async () => {
    const thief = await server.createAdmin({ role: 'PENDING' });
    const everyone = async () =>
      (
        await sql`select id, admin_role, user_type, reports_to, email, blocked_at from users order by id`.execute(
          server.services.db,
        )
      ).rows;
    const before = await everyone();
    for (const { method, path, form, access } of endpoints) {
      if (method === 'GET' || form || access === 'device') continue;
      const response = await fetch(new URL(path, server.url), {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${thief.token}` },
        body: JSON.stringify(forged),
      });
      // 403 without access, before the body is read; 400 with access, because of the unknown field.
      expect([400, 403], path).toContain(response.status);
      await response.body?.cancel();
    }
    expect(await everyone()).toEqual(before);
    expect((await server.api(profile, {}, thief.token)).envelope.data.adminRole).toBe('PENDING');
  });
});
