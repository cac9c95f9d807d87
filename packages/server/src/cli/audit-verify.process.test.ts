import { readdir, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from '../core/database/connect.ts';
import { startEmbeddedPostgres } from '../core/database/embedded/embedded-postgres.ts';
import type { Schema } from '../shared/schema/schema.ts';
import { startAnchoring } from '../shared/audit/chain/anchor-file.ts';
import { appendAudit } from '../shared/audit/audit.store.ts';
import { runCommand } from '../testing/servers/run-command.ts';
import { joinDevice, RawDevice, testFacts } from '../testing/test-device.ts';
import { interrupt, makeDataDir, spawnServer } from '../testing/servers/server-process.ts';
import { startTestServer } from '../testing/servers/test-server.ts';

// Whole processes are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const verify = (env: Record<string, string>) => runCommand('audit-verify', [], env);

/** Waits in the database itself: a whole process for every look at it would take much longer. */
async function bothDevicesLogged(dataDir: string): Promise<void> {
  const { connection } = await startEmbeddedPostgres(dataDir);
  const { db, close } = connectDatabase<Schema>({ ...connection, max: 1 });
  const logs = () => db.selectFrom('audit_heads').select('device_id').execute();
  await expect.poll(logs).toHaveLength(2);
  await close();
}

describe('npm run audit:verify', () => {
  it(
    'works with a running server, and without one, also after an interrupted demo history',
    { tags: 'full' },
    async () => {
      const dataDir = await makeDataDir();
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      const anchorFile = `${dataDir}.anchors`;
      onTestFinished(() => rm(anchorFile, { force: true }));
      const env = {
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: 'a long enough password',
        DEMO_DEVICES: '2',
        DEMO_HISTORY: 'on',
        AUDIT_ANCHOR_FILE: anchorFile,
      };
      expect(await verify(env)).toEqual({
        code: 1,
        output: `There is no database in ${dataDir} yet. Start Fairwatch once first.\n`,
      });
      const server = spawnServer({ env });
      onTestFinished(() => void server.child.kill());
      await server.started;
      await bothDevicesLogged(dataDir);
      expect((await verify(env)).output).toMatch(/^Device logs: \d+ entries of 2 devices checked/);
      expect(await interrupt(server)).toBe(0);
      const { code, output } = await verify(env);
      const [devices, access, known, anchors, ...proved] = output.trim().split('\n');
      expect(devices).toMatch(
        /^Device logs: (\d+) entries of 2 devices checked, \1 of them with the key; every chain holds\.$/,
      );
      expect(access).toMatch(/^Access log: ([1-9]\d*) entries checked, \1 of them with the key; the chain holds\.$/);
      expect(known).toMatch(/^Devices: .*; none misses one\.$/);
      expect(anchors).toMatch(/^Anchor file: \d+ lines from \S+ to \S+; every entry it knows is there\.$/);
      expect(proved.join(' ')).toMatch(
        /^What this shows: .* Against a cut end, and against whoever had the key: only what /,
      );
      expect(code).toBe(0);
    },
  );

  it('names every broken place and ends with 1', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { db } = server.services;
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      ids.push((await joinDevice(server, { facts: { name } })).deviceId);
    }
    const [one, two] = ids;
    await sql`alter table audit_entries disable trigger user`.execute(db);
    await sql`alter table audit_heads disable trigger user`.execute(db);
    await sql`update audit_entries set actor_name = 'nobody', by_person = false where device_id = ${one}`.execute(db);
    await sql`delete from audit_entries where device_id = ${two}`.execute(db);
    await sql`alter table audit_entries enable trigger user`.execute(db);
    const { databaseUrl, services } = server;
    const verdict = await verify({ DATABASE_URL: databaseUrl, DATA_DIR: services.config.dataDir });
    expect(verdict.code).toBe(1);
    expect(verdict.output.split('\n').slice(0, 6)).toEqual([
      `Device ${one} (One), entry 1: changed, its content does not fit its hash.`,
      `Device ${two} (Two), entry 1: removed, the end of the log is cut off.`,
      'Device logs: 2 entries of 3 devices checked, 2 of them with the key; broken places: 2.',
      'Access log: 0 entries checked, 0 of them with the key; the chain holds.',
      'Devices: none has told yet which entry of its log it knows; none misses one.',
      'Anchor file: none is set (AUDIT_ANCHOR_FILE).',
    ]);
  });

  it(
    'finds an end that was cut off together with its record, by the device that knew it and by the anchor file',
    { tags: 'full' },
    async () => {
      const server = await startTestServer();
      onTestFinished(() => server.close());
      const { services, databaseUrl } = server;
      const { db, config } = services;
      const auditAnchorFile = `${config.dataDir}.anchors`;
      onTestFinished(() => rm(auditAnchorFile, { force: true }));
      const { deviceId, token } = await joinDevice(server, { facts: { name: 'One' } });
      const entry = { deviceId, actorId: null, actorName: 'x', action: 'READ', subject: '/test' } as const;
      await appendAudit(db, entry);
      const logHead = await appendAudit(db, entry);
      await startAnchoring({ ...services, config: { ...config, auditAnchorFile } })();
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, AUDIT_ANCHOR_FILE: auditAnchorFile };
      expect((await verify(env)).code).toBe(0);
      for (const table of ['audit_entries', 'audit_heads']) {
        await sql`alter table ${sql.id(table)} disable trigger user`.execute(db);
      }
      await sql`delete from audit_entries where sequence > 1`.execute(db);
      await sql`update audit_heads h set sequence = 1, hash = e.hash from audit_entries e
      where e.device_id = h.device_id`.execute(db);
      const raw = new RawDevice(server);
      await raw.opened;
      raw.send({ type: 'hello', token, facts: testFacts, logHead });
      await raw.next('welcome');
      raw.socket.close();
      const { code, output } = await verify(env);
      expect(code).toBe(1);
      expect(output).toContain('1 entries of 1 devices checked, 1 of them with the key; every chain holds.');
      expect(output).toMatch(
        new RegExp(`^Device ${deviceId} \\(.*\\), entry 3: removed, the device knew it when it came at \\S+\\.$`, 'm'),
      );
      expect(output).toMatch(
        new RegExp(`^Device ${deviceId}, entry 3: removed, the anchor file of \\S+ knows it\\.$`, 'm'),
      );
    },
  );

  it('makes no key where there is none', { tags: 'full' }, async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { code, output } = await verify({ DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir });
    expect([code, output]).toEqual([
      1,
      `${dataDir}/vault.key is missing: without this key the log cannot be verified.\n`,
    ]);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
