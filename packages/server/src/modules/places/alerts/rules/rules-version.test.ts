import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/servers/test-server.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import { readRulesVersion } from './alert-rules.store.ts';

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startTestServer();
  ({ db } = server.services);
});
afterAll(() => server.close());

let rules: number[];
beforeEach(async () => {
  const { rows } = await sql<{ id: number }>`
    insert into alert_rules (name, purpose, event, condition, created_by, by_mail, is_on, on_since)
    select 'rule', '', 'OFFLINE', '{}', ${server.admin.userId}, false, true, now() from generate_series(1, 2)
    returning id`.execute(db);
  rules = rows.map(({ id }) => id);
});

const rename = (transaction: Database, rule: number) =>
  sql`update alert_rules set name = 'other', changed_at = clock_timestamp() where id = ${rules[rule]}`.execute(
    transaction,
  );

const lockOwner = (transaction: Database) =>
  sql`select from users where id = ${server.admin.userId} for no key update`.execute(transaction);

describe('the version of alert rules', () => {
  it('changes when a change becomes visible that was made before one that is visible already', async () => {
    const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const earlier = db.transaction().execute(async (transaction) => {
      await rename(transaction, 0);
      changed.resolve();
      await mayCommit.promise;
    });
    await changed.promise;
    await db.transaction().execute((transaction) => rename(transaction, 1));
    const version = await readRulesVersion(db);
    mayCommit.resolve();
    await earlier;
    expect(await readRulesVersion(db)).toBeGreaterThan(version);
  });

  it('rises once with a transaction, however many rows it changes, and with none that is rolled back', async () => {
    const version = await readRulesVersion(db);
    await sql`update alert_rules set name = 'third' where id = any(${rules}::bigint[])`.execute(db);
    expect(await readRulesVersion(db)).toBe(version + 1);
    const rolledBack = db.transaction().execute(async (transaction) => {
      await rename(transaction, 0);
      throw new Error('not now');
    });
    await expect(rolledBack).rejects.toThrow('not now');
    expect(await readRulesVersion(db)).toBe(version + 1);
  });

  it('rises when rules and zones go', async () => {
    const version = await readRulesVersion(db);
    await sql`delete from alert_rules where id = ${rules[0]}`.execute(db);
    expect(await readRulesVersion(db)).toBe(version + 1);
    await sql`update zones set name = name`.execute(db);
    expect(await readRulesVersion(db)).toBe(version + 1);
  });

  it('does not let two transactions deadlock that lock the same row before and after a change', async () => {
    const [changed, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db.transaction().execute(async (transaction) => {
      await rename(transaction, 0);
      changed.resolve();
      await locked.promise;
      await lockOwner(transaction);
    });
    const second = db.transaction().execute(async (transaction) => {
      await changed.promise;
      await lockOwner(transaction);
      locked.resolve();
      await rename(transaction, 1);
    });
    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
  });
});
