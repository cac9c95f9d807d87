import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { runCommand } from './testing/run-command.ts';
import { joinDevice } from './testing/test-device.ts';
import { interrupt, makeDataDir, spawnServer } from './testing/server-process.ts';
import { startTestServer } from './testing/test-server.ts';

// Whole processes take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const verify = (env: Record<string, string>) => runCommand('audit-verify', [], env);

describe('npm run audit:verify', () => {
  it('works beside a running server, and without one', async () => {
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'a long enough password', DEMO_DEVICES: '2' };
    expect(await verify(env)).toEqual({
      code: 1,
      output: `There is no database in ${dataDir} yet. Start Fairwatch once first.\n`,
    });
    const server = spawnServer({ env });
    onTestFinished(() => void server.child.kill());
    await server.started;
    await vi.waitFor(async () =>
      expect((await verify(env)).output).toMatch(/^Audit log: \d+ entries of 2 devices checked/),
    );
    expect(await interrupt(server)).toBe(0);
    const { code, output } = await verify(env);
    expect(output).toMatch(
      /^Audit log: \d+ entries of 2 devices checked; every chain holds\.\nAccess log: 0 entries checked; the chain holds\.\n$/,
    );
    expect(code).toBe(0);
  });

  it('names every broken place and ends with 1', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { db } = server.services;
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      ids.push((await joinDevice(server, { facts: { name } })).deviceId);
    }
    const [one, two] = ids;
    await sql`alter table audit_entries disable trigger audit_entries_append_only`.execute(db);
    await sql`update audit_entries set actor_name = 'nobody' where device_id = ${one}`.execute(db);
    await sql`delete from audit_entries where device_id = ${two}`.execute(db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const { user, host, port } = inject('postgres');
    const databaseUrl = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${rows[0]?.name}`;
    expect(await verify({ DATABASE_URL: databaseUrl })).toEqual({
      code: 1,
      output: [
        `Device ${one} (One), entry 1: changed, its content does not fit its hash.`,
        `Device ${two} (Two), entry 1: removed, the end of the log is cut off.`,
        'Audit log: 2 entries of 3 devices checked; broken places: 2.',
        'Access log: 0 entries checked; the chain holds.',
        '',
      ].join('\n'),
    });
  });
});
