import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceList, login } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openVault } from '../core/vault.ts';
import { callEndpoint } from '../testing/call-endpoint.ts';
import { runCommand } from '../testing/servers/run-command.ts';
import { interrupt, makeDataDir, spawnServer } from '../testing/servers/server-process.ts';
import { createTestDatabase } from '../testing/servers/test-database.ts';

const password = 'a long enough password';

// Whole processes are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const run = (command: 'backup' | 'restore', dataDir: string, argument: string) =>
  runCommand(command, [argument], { DATA_DIR: dataDir });

async function start(dataDir: string) {
  const server = spawnServer({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: password, DEMO_DEVICES: '2' } });
  onTestFinished(() => void server.child.kill());
  await server.started;
  return server;
}

/** Signs in and waits until both phones are online; returns their names. */
async function phonesOnline(url: string): Promise<string[]> {
  const { envelope } = await callEndpoint(url, login, { username: 'admin', password });
  return await vi.waitFor(async () => {
    const { envelope: list } = await callEndpoint(url, deviceList, {}, envelope.data.token);
    expect(list.data.map(({ status }) => status)).toEqual(['Online', 'Online']);
    return list.data.map(({ deviceUniqueUUID }) => deviceUniqueUUID).sort();
  });
}

it('npm run backup of a database, npm run restore into an empty one', async () => {
  const [source, target] = [await createTestDatabase(), await createTestDatabase({ migrated: false })];
  const [dataDir, restored] = [await makeDataDir(), await makeDataDir()];
  const backups = await mkdtemp(join(tmpdir(), 'fairwatch-backups-'));
  onTestFinished(async () => {
    for (const database of [source, target]) await database.close();
    for (const folder of [dataDir, restored, backups]) await rm(folder, { recursive: true, force: true });
  });
  openVault({ dataDir });
  await sql`insert into settings (key, value) values ('of the test', '{"kept": true}')`.execute(source.db);
  const backup = await runCommand('backup', [backups], { DATA_DIR: dataDir, DATABASE_URL: source.url });
  expect(backup.output).toMatch(/^settings +1$/m);
  expect(backup.code).toBe(0);
  const [name = ''] = await readdir(backups);
  expect(backup.output).toContain(`Backed up to ${join(backups, name)}`);

  const env = { DATA_DIR: restored, DATABASE_URL: target.url };
  const { code, output } = await runCommand('restore', [join(backups, name)], env);
  expect(output).toMatch(/^settings +1$/m);
  expect(output).toContain(`Restored into ${restored}, as it was at `);
  expect(code).toBe(0);
  const kept = target.db.selectFrom('settings').select('value').where('key', '=', 'of the test');
  expect(await kept.execute()).toEqual([{ value: { kept: true } }]);
  expect(await readFile(join(restored, 'vault.key'))).toEqual(await readFile(join(dataDir, 'vault.key')));
});

it(
  'npm run backup of a running system, npm run restore on an empty one: sign-in works, devices come back',
  { tags: 'full' },
  async () => {
    const [dataDir, restored] = [await makeDataDir(), await makeDataDir()];
    const backups = await mkdtemp(join(tmpdir(), 'fairwatch-backups-'));
    onTestFinished(async () => {
      for (const folder of [dataDir, restored, backups]) await rm(folder, { recursive: true, force: true });
    });
    expect(await run('backup', dataDir, backups)).toEqual({
      code: 1,
      output: `There is no database in ${dataDir} yet. Start Fairwatch once first.\n`,
    });
    const first = await start(dataDir);
    const phones = await phonesOnline(first.url);
    const backup = await run('backup', dataDir, backups);
    expect(backup.output).toMatch(/^devices +2$/m);
    expect(backup.code).toBe(0);
    const [name = ''] = await readdir(backups);
    expect((await run('restore', dataDir, join(backups, name))).output).toBe(
      `DATA_DIR ${dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.\n`,
    );
    expect(await interrupt(first)).toBe(0);

    const { code, output } = await run('restore', restored, join(backups, name));
    expect(output).toMatch(/^devices +2$/m);
    expect(output).toContain(`Restored into ${restored}, as it was at `);
    expect(code).toBe(0);
    const second = await start(restored);
    expect(await phonesOnline(second.url)).toEqual(phones);
    expect(await interrupt(second)).toBe(0);

    await writeFile(join(restored, 'restoring'), '');
    const third = spawnServer({ env: { DATA_DIR: restored } });
    expect(await third.exited).toBe(1);
    expect(third.stderr).toContain(`A restore into DATA_DIR ${restored} did not finish.`);
  },
);
