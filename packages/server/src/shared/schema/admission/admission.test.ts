import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../../../core/config/config.ts';
import { memberLockKey, serverLockKey } from '../../../core/database/embedded/server-lock.ts';
import { openVault } from '../../../core/vault.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { ensureFirstAdmin } from '../../../modules/accounts/first-admin.ts';
import { makeBackup } from '../../../modules/installation/backup/make-backup.ts';
import { openDatabase, openDatabaseBeside } from '../open-database.ts';
import { readServerSettings, readVaultCheck, writeServerSettings } from './server-facts.store.ts';
import { versionFact } from './settings-facts.ts';

let database: TestDatabase;
let folder: string;
/** The key that the servers of a cluster share. */
let key: string;
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-cluster-'));
  key = join(folder, 'cluster.key');
});
afterEach(async () => {
  await stopAll();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function stopAll(): Promise<void> {
  for (const each of opened.splice(0).toReversed()) await each.close();
}

/** The configuration of a single server with a data folder of its own. */
async function single(env: Record<string, string> = {}): Promise<Config> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  return loadConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO_DEVICES: '0', ...env });
}

/** Returns the configuration of a server that has all that a cluster requires. */
async function member(env: Record<string, string> = {}): Promise<Config> {
  return await single({
    NATS_URL: 'nats://bus.example.org',
    S3_URL: 'https://name:secret@store.example.org/files',
    SMTP_URL: 'smtp://mail.example.org',
    VAULT_KEY_FILE: key,
    ...env,
  });
}

async function open(config: Config) {
  const connection = await openDatabase(config);
  opened.push(connection);
  return connection;
}

const refusalOf = async (config: Config): Promise<string> =>
  await openDatabase(config).then(
    () => expect.unreachable('opened'),
    (error: Error) => error.message,
  );

describe('servers of a cluster', () => {
  it('stand side by side, and keep a server without NATS_URL out', async () => {
    await open(await member());
    await open(await member());
    expect(await refusalOf(await single({ VAULT_KEY_FILE: key }))).toMatch(
      /^A cluster of Fairwatch servers already uses the database of DATABASE_URL \(process \d+ on [^\n]+\)\. Set NATS_URL as they have it to join them, or stop them first\.$/,
    );
  });

  it('do not start while a single server or a restore has the database', { tags: 'full' }, async () => {
    await open(await single({ VAULT_KEY_FILE: key }));
    expect(await refusalOf(await member())).toMatch(
      /^A Fairwatch server without NATS_URL, or a restore, already uses the database of DATABASE_URL \(process [^\n]+\)\. Stop it first\.$/,
    );
  });

  it('start together on an empty database: one migrates, one makes the first admin', { tags: 'full' }, async () => {
    await database.close();
    database = await createTestDatabase({ migrated: false });
    const starts = [await member(), await member(), await member()].map(async (config) => {
      const { db } = await open(config);
      return await ensureFirstAdmin(db, config);
    });
    const admins = await Promise.all(starts);
    expect(admins.filter(({ isNew }) => isNew)).toHaveLength(1);
    const { rows } = await sql`select from users`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it.each([
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'https://other.example.org' },
      'it is https://other.example.org here and not set there',
    ],
    ['MAX_UPLOAD_MB', { MAX_UPLOAD_MB: '9' }, 'it is 9 here and 512 there'],
    ['SIGN_UP', { SIGN_UP: 'off' }, 'it is off here and on there'],
    [
      'S3_URL',
      { S3_URL: 'https://name:secret@store.example.org/others' },
      'it is https://store.example.org/others here and https://store.example.org/files there',
    ],
  ])('must agree on %s', async (name, env, values) => {
    await open(await member());
    expect(await refusalOf(await member(env))).toBe(
      `${name} differs from that of the servers that run already: ${values}. Give all servers the same, or stop them all to change it.`,
    );
    await open(await member());
  });

  it('must agree on the secret of payloads, which nobody is told', async () => {
    const encrypted = { PAYLOAD_MODE: 'AES_GCM_256', PAYLOAD_SECRET: 'the secret of all servers' };
    const { db } = await open(await member(encrypted));
    await open(await member(encrypted));
    const refusal = await refusalOf(await member({ ...encrypted, PAYLOAD_SECRET: 'the secret of one server' }));
    expect(refusal).toMatch(/^PAYLOAD_SECRET differs from that of the servers that run already\. [^\n]+$/);
    const stored = JSON.stringify(await readServerSettings(db));
    expect(`${refusal} ${stored}`).not.toMatch(/the secret of|name:secret/);
  });

  it('may differ in what concerns their own machine', { tags: 'full' }, async () => {
    await open(await member({ PORT: '8080', LOG_LEVEL: 'warn', SERVER_NAME: 'a' }));
    const other = { PORT: '8081', HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.7', SERVER_NAME: 'b' };
    await expect(open(await member(other))).resolves.toBeDefined();
  });

  it('must have one version; the schema is left alone beside the others', { tags: 'full' }, async () => {
    const { db } = await open(await member());
    const running = (await readServerSettings(db)) ?? {};
    await writeServerSettings(db, { ...running, [versionFact]: '0.9.0 (0077)' });
    expect(await refusalOf(await member())).toMatch(
      /^This server is version \S+ \(\d{4}\), and the servers that run already are version 0\.9\.0 \(0077\)\. Stop them all to upgrade\.$/,
    );
  });

  it('get other settings when all of them were stopped', { tags: 'full' }, async () => {
    await open(await member());
    await open(await member());
    await stopAll();
    await open(await member({ SIGN_UP: 'off' }));
    expect(await refusalOf(await member())).toMatch(/^SIGN_UP differs/);
  });

  it(
    'compare again when PostgreSQL was away: who does not fit any more ends with the same line',
    { tags: 'full' },
    async () => {
      const { db, taken } = await open(await member());
      const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and granted
        and (classid::bigint << 32 | objid::bigint) = ${serverLockKey}
        and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
      // Another server has come first with other settings meanwhile.
      const other = new Client(database.connection);
      await other.connect();
      await other.query('select pg_advisory_lock_shared($1)', [memberLockKey]);
      await writeServerSettings(database.db, { ...(await readServerSettings(db)), SIGN_UP: 'off' });
      for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(database.db);
      expect((await taken).message).toMatch(/^SIGN_UP differs from that of the servers that run already: /);
      await other.end();
    },
  );

  it('continue when PostgreSQL was away and nothing has changed', { tags: 'full' }, async () => {
    const { db } = await open(await member());
    await open(await member());
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'Fairwatch server%' and datname = current_database()`.execute(database.db);
    await expect.poll(async () => await readVaultCheck(db).catch(() => null)).not.toBeNull();
  });
});

describe('a single server', () => {
  it('changes its settings freely', async () => {
    const config = await single();
    await open(config);
    await stopAll();
    const { db } = await open({ ...config, signUp: false, publicUrl: 'https://other.example.org' });
    expect(await readServerSettings(db)).toMatchObject({ SIGN_UP: 'off', PUBLIC_URL: 'https://other.example.org' });
  });
});

describe('the key of the vault', () => {
  it('is noted by the first start, also of a database from before, and must stay the same', async () => {
    expect(await readVaultCheck(database.db)).toBeNull();
    await open(await single({ VAULT_KEY_FILE: key }));
    const noted = await readVaultCheck(database.db);
    expect(noted).toMatch(/^[\w-]{43}$/);
    await stopAll();
    await open(await single({ VAULT_KEY_FILE: key }));
    expect(await readVaultCheck(database.db)).toBe(noted);
    await stopAll();
    const other = join(folder, 'other.key');
    await writeFile(other, randomBytes(32));
    expect(await refusalOf(await single({ VAULT_KEY_FILE: other }))).toBe(
      `${other} is not the key of this database. Put the key there with which it was first used.`,
    );
    expect(await readVaultCheck(database.db)).toBe(noted);
  });

  it('is not made anew where it is missing', async () => {
    await open(await single({ VAULT_KEY_FILE: key }));
    await stopAll();
    const config = await single();
    const path = join(config.dataDir, 'vault.key');
    expect(await refusalOf(config)).toBe(
      `${path} is missing: this database has a key already. Copy it from where it was first made.`,
    );
    await expect(access(path)).rejects.toThrow('ENOENT');
  });

  it('is asked of the commands beside the server, and of a backup', async () => {
    await open(await single({ VAULT_KEY_FILE: key }));
    const other = join(folder, 'other.key');
    await writeFile(other, randomBytes(32));
    const wrong = await single({ VAULT_KEY_FILE: other });
    const refusal = `${other} is not the key of this database.`;
    await expect(openDatabaseBeside(wrong)).rejects.toThrow(refusal);
    await expect(makeBackup(wrong, join(folder, 'backups'))).rejects.toThrow(refusal);
    await expect(makeBackup(await single(), join(folder, 'backups'))).rejects.toThrow('vault.key is missing: ');
    await (await openDatabaseBeside(await single({ VAULT_KEY_FILE: key }))).close();
    const { folder: made } = await makeBackup(await single({ VAULT_KEY_FILE: key }), join(folder, 'backups'));
    expect(await readFile(join(made, 'data', 'vault.key'))).toEqual(await readFile(key));
  });

  it('is used from VAULT_KEY_FILE, and the data folder has none', async () => {
    const config = await single({ VAULT_KEY_FILE: key });
    await open(config);
    expect(await readFile(key)).toHaveLength(32);
    await expect(access(join(config.dataDir, 'vault.key'))).rejects.toThrow('ENOENT');
    expect(openVault(config).mac('a', 'b')).toEqual(
      openVault({ dataDir: '/nowhere', vaultKeyFile: key }).mac('a', 'b'),
    );
  });
});
