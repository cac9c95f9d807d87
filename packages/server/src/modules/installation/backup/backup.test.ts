import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import {
  announce,
  beginning,
  openCommand,
  sendSmall,
  sha256Of,
  storedName,
  testPicture,
  tus,
} from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { takeRestoredMark } from '../../../shared/schema/admission/server-facts.store.ts';
import { readMigrations } from '../../../shared/schema/migrate.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { makeBackup } from './make-backup.ts';
import { backupPaths, findMigrations, readManifest, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { readSequences, readTables } from './snapshot.store.ts';

let server: TestServer;
let device: TestDevice;
let folder: string;
/** The backup of which each test may damage a copy. */
let backup: string;
/** The contents of the database at the time of the backup. */
let backedUp: Record<string, unknown>;
let target: { database: TestDatabase; dataDir: string };
const pictures: Buffer[] = [];

const source = () => ({ dataDir: server.services.config.dataDir, databaseUrl: server.databaseUrl });
const destination = () => ({ dataDir: target.dataDir, databaseUrl: target.database.url });

async function send(picture: Buffer): Promise<void> {
  const commandId = await openCommand(server, device, 'UPDATE_GALLERY');
  const { error } = await sendSmall(server, device, picture, announce(picture, commandId));
  expect(error).toBe('');
}

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-backup-'));
  device = await joinDevice(server);
  // A name from before there were rules for names, with every character that COPY must escape.
  await server.services.db
    .updateTable('users')
    .set({ username: 'O\'Hara\t\\N\n"ü\u{1F469}' })
    .where('username', '=', device.username)
    .execute();
  for (const seed of [1, 2, 3]) {
    pictures.push(await testPicture(seed));
    await send(pictures.at(-1) ?? Buffer.alloc(0));
  }
  const { db } = server.services;
  await sql`insert into contacts (device_id, key, name, phone_number, email, address)
    select ${device.deviceId}, n::text, 'Name ' || n, '', '', E'Line 1\nLine 2\\t' from generate_series(1, 3000) n`.execute(
    db,
  );
  await makeFirstBackup();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  target = {
    database: await createTestDatabase({ migrated: false }),
    dataDir: join(await mkdtemp(join(folder, 'target-')), 'data'),
  };
});
afterEach(() => target.database.close());

/** Reads every row of every table as text, and every sequence. */
async function contents(db: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { sequences: await readSequences(db) };
  for (const { name } of await readTables(db)) {
    // A running server renews its lease in this table every few seconds.
    if (name === 'gateway_nodes') continue;
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.id(name)} t order by 1`.execute(db);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Makes a backup at a moment without writes by the server itself, which stores notifications and metrics in the background. */
async function makeFirstBackup(): Promise<void> {
  const { db } = server.services;
  do {
    backedUp = await contents(db);
    ({ folder: backup } = await makeBackup(source(), await mkdtemp(join(folder, 'first-'))));
  } while (!isDeepStrictEqual(await contents(db), backedUp));
}

/** Reads every trigger and whether it is enabled, every constraint and every index. */
async function guards(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select c.relname, t.tgname as name, t.tgenabled::text as state from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal
    union all select c.relname, k.conname, pg_get_constraintdef(k.oid) from pg_constraint k
      join pg_class c on c.oid = k.conrelid where c.relnamespace = current_schema()::regnamespace
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = current_schema()
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Reads every file below a folder. */
async function filesIn(start: string): Promise<Record<string, string>> {
  const entries = await readdir(start, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = files.sort().map(async (path) => [path.slice(start.length), sha256Of(await readFile(path))] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

describe('a backup, restored on an empty system', () => {
  it('has every row, every file and every key, the same triggers, constraints and indexes, and is not restored over', async () => {
    const restored = await restoreBackup(destination(), backup);
    const { db } = target.database;
    // The next start finds this mark and quarantines the devices.
    expect(await db.transaction().execute(takeRestoredMark)).toBe(restored.madeAt);
    expect(await contents(db)).toEqual(backedUp);
    expect(await guards(db)).toEqual(await guards(server.services.db));
    expect(await filesIn(join(target.dataDir, 'blobs'))).toEqual(await filesIn(join(source().dataDir, 'blobs')));
    expect(await readFile(join(target.dataDir, 'vault.key'))).toEqual(
      await readFile(join(source().dataDir, 'vault.key')),
    );
    expect(restored.tables.find(({ name }) => name === 'contacts')?.rows).toBe(3000);
    expect(restored.blobs.files).toBe(pictures.length);
    expect(await readdir(target.dataDir)).not.toContain('restoring');

    await expect(restoreBackup(destination(), backup)).rejects.toThrow(`DATA_DIR ${target.dataDir} is not empty`);
    const elsewhere = { ...destination(), dataDir: join(folder, 'elsewhere') };
    await expect(restoreBackup(elsewhere, backup)).rejects.toThrow('The database at DATABASE_URL is not empty');
    expect(await contents(db)).toEqual(backedUp);
    expect(await readdir(elsewhere.dataDir)).toEqual([]);
  });

  it('has the key from VAULT_KEY_FILE, and puts it there; a key that is there must be the same', async () => {
    const elsewhere = await mkdtemp(join(folder, 'keys-'));
    const [vaultKeyFile, unused] = [join(elsewhere, 'source.key'), join(elsewhere, 'target', 'vault.key')];
    await writeFile(vaultKeyFile, Buffer.alloc(32, 7));
    const { folder: made } = await makeBackup({ ...source(), vaultKeyFile }, await mkdtemp(join(folder, 'key-')));
    expect(await readFile(backupPaths(made).data('vault.key'))).toEqual(Buffer.alloc(32, 7));
    await writeFile(join(elsewhere, 'other.key'), Buffer.alloc(32, 8));
    const other = { ...destination(), vaultKeyFile: join(elsewhere, 'other.key') };
    await expect(restoreBackup(other, made)).rejects.toThrow(
      `VAULT_KEY_FILE ${other.vaultKeyFile} is another key than the one in the backup. Move it away.`,
    );
    expect(await readFile(other.vaultKeyFile)).toEqual(Buffer.alloc(32, 8));
    await restoreBackup({ ...destination(), vaultKeyFile: unused }, made);
    expect(await readFile(unused)).toEqual(Buffer.alloc(32, 7));
    expect(await readdir(target.dataDir)).not.toContain('vault.key');
  });

  it('goes beside a key that is there already', { tags: 'full' }, async () => {
    const vaultKeyFile = join(await mkdtemp(join(folder, 'keys-')), 'mounted.key');
    await cp(join(source().dataDir, 'vault.key'), vaultKeyFile);
    await restoreBackup({ ...destination(), vaultKeyFile }, backup);
    expect(await readFile(vaultKeyFile)).toEqual(await readFile(join(source().dataDir, 'vault.key')));
  });

  it('is for its owner alone', async () => {
    for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o077, entry.name).toBe(0);
    }
  });

  it('is of one moment, while devices go on sending', { tags: 'full' }, async () => {
    const end = new AbortController();
    const traffic = (async () => {
      for (let seed = 100; !end.signal.aborted; seed += 1) await send(await testPicture(seed, 64, 64));
    })();
    try {
      const made = await makeBackup(source(), join(folder, 'busy'));
      await restoreBackup(destination(), made.folder);
      const { rows } = await sql<{ sha256: string; storedAs: string }>`
        select b.sha256, b.stored_as as "storedAs" from device_blobs d join blobs b on b.sha256 = d.sha256
        order by b.sha256`.execute(target.database.db);
      const files = await filesIn(join(target.dataDir, 'blobs'));
      for (const { sha256, storedAs } of rows) {
        expect(files[`/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${storedAs}`]).toBe(sha256);
      }
      expect(rows.length).toBeGreaterThanOrEqual(pictures.length);
    } finally {
      end.abort();
      await traffic;
    }
  });

  it('leaves out uploads that were under way and archives of people, and names files that the disk had lost before', async () => {
    const picture = await testPicture(77);
    await send(picture);
    const hash = sha256Of(picture);
    await server.services.blobs.delete(await storedName(server, hash));
    const commandId = await openCommand(server, device);
    const large = beginning(1000, announce(Buffer.from('large'), commandId));
    await tus(server, device.token, { method: 'POST', headers: large });
    const archives = join(server.services.config.dataDir, 'archives');
    await mkdir(archives, { recursive: true });
    await writeFile(join(archives, '1.zip'), 'everything about somebody');
    const made = await makeBackup(source(), join(folder, 'lost'));
    expect(made.lost).toEqual([hash]);
    await restoreBackup(destination(), made.folder);
    const { rows } = await sql`select from uploads where finished_at is null`.execute(target.database.db);
    expect(rows).toEqual([]);
    const restored = await readdir(target.dataDir);
    for (const left of ['uploads', 'archives']) expect(restored).not.toContain(left);
  });
});

describe('a backup is refused', () => {
  it('inside the data folder, and where another one lies', async () => {
    const { dataDir } = source();
    await expect(makeBackup(source(), join(dataDir, 'backups'))).rejects.toThrow('would be lost with it');
    const at = new Date('2026-01-02T03:04:05Z');
    const into = join(folder, 'twice');
    const { folder: made } = await makeBackup(source(), into, { at });
    expect(made).toBe(join(into, 'fairwatch-2026-01-02T030405Z'));
    await expect(makeBackup(source(), into, { at })).rejects.toThrow(`${made} exists already`);
  });

  it('of a database that is none of ours, and leaves nothing', async () => {
    const into = join(folder, 'none');
    const empty = { ...source(), databaseUrl: target.database.url };
    await expect(makeBackup(empty, into)).rejects.toThrow('The database has no tables of Fairwatch.');
    expect(await readdir(into)).toEqual([]);
  });

  it('when it is ended early, and leaves nothing', async () => {
    const into = join(folder, 'early');
    const stop = AbortSignal.abort(new Error('ended'));
    await expect(makeBackup(source(), into, { stop })).rejects.toThrow('ended');
    expect(await readdir(into)).toEqual([]);
  });
});

/** Copies the backup for a test to damage. */
async function copy(): Promise<string> {
  const path = await mkdtemp(join(folder, 'copy-'));
  await cp(backup, path, { recursive: true });
  return path;
}

async function editManifest(path: string, edit: (manifest: Manifest) => object): Promise<void> {
  const manifest = await readManifest(path);
  await writeFile(backupPaths(path).manifest, JSON.stringify({ ...manifest, ...edit(manifest) }));
}

/** Returns why a backup was not restored. */
async function refusal(path: string): Promise<string> {
  const words = await restoreBackup(destination(), path).then(
    () => 'not refused',
    (error: Error) => error.message,
  );
  expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
  expect(await readTables(target.database.db)).toEqual([]);
  return words;
}

describe('a restore is refused, and leaves nothing', () => {
  it('of what is no backup, or half of one', async () => {
    expect(await refusal(join(folder, 'nowhere'))).toContain('is no whole backup');
    const path = await copy();
    await truncate(backupPaths(path).manifest, 100);
    expect(await refusal(path)).toContain('its manifest.json cannot be understood');
  });

  it('of a newer version', async () => {
    const newer = await copy();
    await editManifest(newer, ({ migrations }) => ({
      fairwatch: '9.9.9',
      migrations: [...migrations, { name: '9999-later.sql', sha256: '0'.repeat(64) }],
    }));
    expect(await refusal(newer)).toContain(
      'The backup is of a newer version of Fairwatch (9.9.9): it has 9999-later.sql.',
    );
    await editManifest(newer, () => ({ formatVersion: 2 }));
    expect(await refusal(newer)).toContain('was made by a newer version of Fairwatch');
  });

  it('of other tables under the same name', async () => {
    const manifest = await readManifest(backup);
    const later = { name: '9001-later.sql', sha256: '0'.repeat(64) };
    const other = { ...later, text: '', sha256: '1'.repeat(64) };
    const known = [...(await readMigrations()), other];
    expect(() => findMigrations({ ...manifest, migrations: [...manifest.migrations, later] }, known)).toThrow(
      /^The backup has another 9001-later\.sql than this version/,
    );
  });

  it('of a version that is older than schema.sql', async () => {
    const path = await copy();
    await editManifest(path, () => ({
      fairwatch: '1.0.7',
      migrations: [{ name: '0001-people.sql', sha256: '0'.repeat(64) }],
    }));
    expect(await refusal(path)).toBe(
      'The backup is of an older version of Fairwatch (1.0.7). Restore it with the version of 18 November 2026 (commit f5a0d393) and start that once, then this one.',
    );
  });

  it('when a table was cut, changed or is missing', async () => {
    const cut = await copy();
    await truncate(backupPaths(cut).table('contacts'), 500);
    expect(await refusal(cut)).toContain('The backup is damaged');
    const changed = await copy();
    const file = backupPaths(changed).table('users');
    await writeFile(file, gzipSync(gunzipSync(await readFile(file))));
    const larger = Buffer.concat([await readFile(file), gzipSync('')]);
    await writeFile(file, larger);
    expect(await refusal(changed)).toContain(`${file} is not as it was written`);
    const missing = await copy();
    await rm(backupPaths(missing).table('devices'));
    expect(await refusal(missing)).toContain('devices.gz cannot be read');
  });

  it('when a file or a key was changed', async () => {
    const [picture = Buffer.alloc(0)] = pictures;
    const hash = sha256Of(picture);
    const blob = join('blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
    const changed = await copy();
    await writeFile(join(changed, blob), 'other bytes');
    expect(await refusal(changed)).toContain(`the file ${hash} is missing or changed`);
    const otherKey = await copy();
    await writeFile(backupPaths(otherKey).data('vault.key'), Buffer.alloc(32));
    expect(await refusal(otherKey)).toContain('vault.key is not as it was written');
  });

  it('when its files would lie outside the data folder', async () => {
    const path = await copy();
    await editManifest(path, ({ dataFiles }) => ({
      dataFiles: dataFiles.map((file) => ({ ...file, path: '../outside' })),
    }));
    expect(await refusal(path)).toContain('its manifest.json cannot be understood');
  });

  it('when it is ended early', { tags: 'full' }, async () => {
    const stop = AbortSignal.abort(new Error('ended'));
    await expect(restoreBackup(destination(), backup, stop)).rejects.toThrow('ended');
    expect(await readdir(target.dataDir)).toEqual([]);
    expect(await readTables(target.database.db)).toEqual([]);
  });
});
