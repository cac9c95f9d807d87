import { limits, login, logout, profile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { runShortJobs } from '../../app/housekeeping.ts';
import { hashToken } from '../../core/http/bearer-token.ts';
import { createSession, endSession, findSession } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const minute = 60_000;

const open = async (remembered: boolean) => {
  const session = { userId: server.admin.userId, remembered, address: '127.0.0.1', userAgent: 'test' };
  return (await createSession(server.services, session)).token;
};

/** Lets time pass for one session. */
async function age(token: string, { used = 0, opened = 0 }): Promise<void> {
  await sql`update sessions set last_used_at = last_used_at - ${used} * interval '1 millisecond',
    created_at = created_at - ${opened} * interval '1 millisecond',
    expires_at = expires_at - ${opened} * interval '1 millisecond'
    where token_hash = ${hashToken(token)}`.execute(server.services.db);
  // The cache is cleared, because the time did not really pass.
  server.services.bus.publish('accessChanged', { userId: server.admin.userId });
}

const lastUsed = async (token: string) => {
  const hash = hashToken(token);
  const { rows } = await sql<{ at: Date }>`select last_used_at as at from sessions where token_hash = ${hash}`.execute(
    server.services.db,
  );
  return rows[0]?.at.getTime() ?? 0;
};

const works = async (token: string) => (await server.api(profile, {}, token)).status === 200;

describe('a session', () => {
  it('is stored as a hash only', async () => {
    const token = await open(false);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await sql<{ text: string }>`select sessions::text as text from sessions`.execute(
      server.services.db,
    );
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });

  it('ends when it is not used for too long', async () => {
    const token = await open(false);
    await age(token, { used: limits.session.idleMs - minute });
    expect(await works(token)).toBe(true);
    await age(token, { used: limits.session.idleMs + minute });
    expect(await works(token)).toBe(false);
  });

  it('ends after its longest time, however much it is used', async () => {
    const token = await open(false);
    await age(token, { opened: limits.session.absoluteMs - minute });
    expect(await works(token)).toBe(true);
    await age(token, { opened: 2 * minute });
    expect(await works(token)).toBe(false);
  });

  it('that is remembered lasts 30 days, used or not', async () => {
    const token = await open(true);
    await age(token, { used: 29 * 24 * 60 * minute, opened: 29 * 24 * 60 * minute });
    expect(await works(token)).toBe(true);
    await age(token, { opened: 24 * 60 * minute + minute });
    expect(await works(token)).toBe(false);
  });

  it('says when it ends', async () => {
    const { username, password } = await server.createAdmin();
    const lifetime = async (rememberMe: boolean) => {
      const { envelope } = await server.api(login, { username, password, rememberMe }, null);
      return Date.parse(envelope.data.expiresAt) - Date.now();
    };
    expect(Math.abs((await lifetime(false)) - limits.session.absoluteMs)).toBeLessThan(minute);
    expect(Math.abs((await lifetime(true)) - limits.session.rememberedMs)).toBeLessThan(minute);
  });

  it('stores its last use at most once a minute', async () => {
    const token = await open(false);
    const first = await lastUsed(token);
    await works(token);
    expect(await lastUsed(token)).toBe(first);
    await age(token, { used: 2 * minute });
    await works(token);
    expect(await lastUsed(token)).toBeGreaterThanOrEqual(first);
  });

  it('ends at once, alone, and closes its sockets', async () => {
    const [ended, kept] = [await open(false), await open(false)];
    const heard: string[] = [];
    const unsubscribe = server.services.bus.subscribe('sessionEnded', ({ tokenHash }) => heard.push(tokenHash));
    expect((await server.api(logout, {}, ended)).envelope.data).toBeNull();
    expect(await works(ended)).toBe(false);
    expect(await works(kept)).toBe(true);
    expect(heard).toEqual([hashToken(ended)?.toString('hex')]);
    unsubscribe();
  });

  it('is deleted when it has expired, and closes its sockets', async () => {
    const [expired, idle, kept] = [await open(true), await open(false), await open(false)];
    await age(expired, { opened: limits.session.rememberedMs + minute });
    await age(idle, { used: limits.session.idleMs + minute });
    const heard: string[] = [];
    const unsubscribe = server.services.bus.subscribe('sessionEnded', ({ tokenHash }) => heard.push(tokenHash));
    await runShortJobs(server.services);
    unsubscribe();
    expect(heard).toEqual(expect.arrayContaining([expired, idle].map((token) => hashToken(token)?.toString('hex'))));
    const { rows } =
      await sql`select from sessions where token_hash in (${hashToken(expired)}, ${hashToken(idle)})`.execute(
        server.services.db,
      );
    expect(rows).toEqual([]);
    expect(await works(kept)).toBe(true);
  });

  it('carries what the account may do', async () => {
    const { db } = server.services;
    const token = await open(false);
    const all = await findSession(server.services, token);
    expect(all?.featureAccessDTOs.every(({ featureAccess }) => featureAccess === 'FULL_ACCESS')).toBe(true);
    const limited = await server.createAdmin({ access: { CONTACTS: 'READ_ONLY' } });
    const some = await findSession(server.services, limited.token);
    expect(some?.featureAccessDTOs.filter(({ featureAccess }) => featureAccess !== 'NO_ACCESS')).toEqual([
      { featurePermission: 'CONTACTS', featureAccess: 'READ_ONLY' },
    ]);
    await db.updateTable('users').set({ admin_role: 'PENDING' }).where('id', '=', limited.userId).execute();
    const none = await findSession(server.services, limited.token);
    expect(none?.featureAccessDTOs.every(({ featureAccess }) => featureAccess === 'NO_ACCESS')).toBe(true);
  });

  it('can be ended twice', async () => {
    const token = await open(false);
    const session = await findSession(server.services, token);
    await endSession(server.services, session?.tokenHash ?? Buffer.alloc(0));
    await endSession(server.services, session?.tokenHash ?? Buffer.alloc(0));
    expect(await findSession(server.services, token)).toBeNull();
  });
});
