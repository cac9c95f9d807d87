import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';
import { runShortJobs } from './housekeeping.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the jobs of housekeeping', () => {
  it('run although one before them fails, which is logged with its name', async () => {
    const { db } = server.services;
    await sql`alter table attempt_limits rename to attempt_limits_away`.execute(db);
    onTestFinished(async () => {
      await sql`alter table attempt_limits_away rename to attempt_limits`.execute(db);
    });
    await sql`
      insert into passkey_challenges (challenge_hash, expires_at) values ('\\x01', now() - interval '1 hour')`.execute(
      db,
    );
    await runShortJobs(server.services);
    const { rows } = await sql`select from passkey_challenges`.execute(db);
    expect(rows).toEqual([]);
    const failed = server.logLines.filter((line) => line.includes('housekeeping.failed'));
    expect(failed.map((line) => (JSON.parse(line) as { job: string }).job)).toEqual(['deleteEndedAttempts']);
  });
});
