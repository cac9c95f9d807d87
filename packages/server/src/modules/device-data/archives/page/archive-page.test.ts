import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deviceTables } from '../../../../device-features.ts';
import { sha256Of, testPicture } from '../../../../testing/samples/test-files.ts';
import { unzip } from '../../../../testing/samples/unzip.ts';
import { fillTables } from '../../../../testing/servers/fill-tables.ts';
import { useTestServer } from '../../../../testing/servers/use-server.ts';
import { giveFile } from '../../../../testing/slow-download.ts';
import { joinDevice } from '../../../../testing/test-device.ts';
import { touchLooseBlob } from '../../../files/content/blobs.store.ts';
import { archiveParts, writeArchive } from '../write-archive.ts';
import { pageReader } from './page-reader.ts';
import { shownValue } from './page-values.ts';
import { pageWordsIn } from './page-words.ts';

const server = useTestServer();
const hostile = `<img src=x onerror="alert(1)">'&`;

/** The files of a person's archive, with the pages as text. */
async function archiveOf(deviceId: number, language: string | null = null) {
  const path = join(server.services.config.dataDir, `${randomUUID()}.zip`);
  const contents = { deviceId, told: null, at: new Date(), language, signal: new AbortController().signal };
  await writeArchive(server.services, deviceTables, path, contents);
  const files = await unzip(await readFile(path));
  return { files, page: (name: string) => String(files.get(name)) };
}

async function storePicture(deviceId: number, bytes: Buffer): Promise<string> {
  const { blobs, db } = server.services;
  const sha256 = sha256Of(bytes);
  const staged = await blobs.stage(Readable.from([bytes]), null);
  const storedAs = await touchLooseBlob(db, { sha256, size: bytes.length, mimeType: 'image/jpeg', thumbnail: false });
  await staged.upload(storedAs);
  await staged.place(storedAs);
  await staged.settle();
  await giveFile(server, { deviceId, capability: 'GALLERY', sha256 });
  return sha256;
}

const addContacts = (deviceId: number, count: number) =>
  sql`insert into contacts (device_id, key, name, phone_number, email, address)
    select ${deviceId}, n::text, 'Person ' || n, '', '', '' from generate_series(1, ${count}::integer) as n`.execute(
    server.services.db,
  );

describe('the readable page of an archive', () => {
  it('has a section for each kind that there is, and says of which there is nothing', async () => {
    const { deviceId } = await joinDevice(server);
    await addContacts(deviceId, 3);
    const { page } = await archiveOf(deviceId);
    const index = page('index.html');
    expect(index).toContain('<section id="data/contacts">');
    expect(index.match(/Person \d/g)).toEqual(['Person 1', 'Person 2', 'Person 3']);
    expect(index).toContain('<a href="#data/contacts"><span lang="en">Contacts</span></a> <span>3</span>');
    expect(index).toMatch(/Nothing is stored of: [^<]*Call history/);
    expect(index).not.toMatch(/Nothing is stored of: [^<]*Contacts/);
    expect(index).toMatch(/<b><bdi>[^<]+<\/bdi><\/b> <bdi>joined .*shares Contacts/);
  });

  it('escapes what anybody wrote, in every table', async () => {
    const { deviceId } = await joinDevice(server);
    await fillTables(server.services, { word: hostile, deviceId, adminId: server.admin.userId });
    await sql`update devices set nickname = ${hostile}, guardian = ${hostile} where id = ${deviceId}`.execute(
      server.services.db,
    );
    const { page } = await archiveOf(deviceId);
    const index = page('index.html');
    const sections = index.match(/<section id="[^"]+">/g) ?? [];
    expect(sections.length).toBeGreaterThan(30);
    expect(index).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;');
    expect(index).not.toContain('<img src=x');
    expect(index).not.toMatch(/<script|<[^>]*\son\w+=/);
  });

  it('has a title for every part of an archive', () => {
    const kinds = deviceTables.map(({ feature }) => `data/${feature.id}`);
    const parts = archiveParts(deviceTables).filter(({ name }) => !kinds.includes(name));
    expect(parts.filter(({ name }) => pageWordsIn('en').partTitle(name) === undefined).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('gives a kind with many rows pages of its own, with every row once', async () => {
    const { deviceId } = await joinDevice(server);
    await addContacts(deviceId, 2100);
    const { files, page } = await archiveOf(deviceId);
    const names = [...files.keys()].filter((name) => name.startsWith('pages/'));
    expect(names).toEqual([1, 2, 3].map((number) => `pages/data-contacts-${number}.html`));
    const found = names.flatMap((name) => page(name).match(/Person \d+/g) ?? []);
    expect(found).toEqual(Array.from({ length: 2100 }, (_, place) => `Person ${place + 1}`));
    expect(page('index.html').match(/Person \d+/g)).toHaveLength(25);
    expect(page('index.html')).toContain('<a href="pages/data-contacts-1.html">Show all 2,100</a>');
    expect(page(names[0] ?? '')).toContain('<a href="../pages/data-contacts-2.html">');
    expect(page(names[2] ?? '')).not.toContain('data-contacts-4.html');
  });

  it('shows photos from the files beside it, which have the extension of their type', async () => {
    const { deviceId } = await joinDevice(server);
    const bytes = await testPicture(5);
    const sha256 = await storePicture(deviceId, bytes);
    const add = (key: string, hash: string) =>
      sql`insert into gallery (device_id, key, kind, file_name, album, mime_type, width, height, size, taken_at, preview_hash)
        values (${deviceId}, ${key}, 'VIDEO', 'My film #1.mp4', '', 'video/mp4', 1, 1, 1, now(), ${hash})`.execute(
        server.services.db,
      );
    await add('here', sha256);
    await add('gone', 'f'.repeat(64));
    const { files, page } = await archiveOf(deviceId);
    const path = [...files.keys()].find((name) => name.endsWith('-preview of My film #1.mp4.jpg')) ?? '';
    expect(files.get(path)?.equals(bytes)).toBe(true);
    expect(page('index.html')).toContain(`<img src="${path.split('/').map(encodeURIComponent).join('/')}"`);
    expect(page('index.html')).toContain('The server no longer has this file.');
  });

  it('loads nothing from anywhere, by its own policy', async () => {
    const { deviceId } = await joinDevice(server);
    const { page } = await archiveOf(deviceId);
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page('index.html')) ?? [];
    expect(policy).toContain('default-src &#39;none&#39;');
    expect(policy).not.toMatch(/script-src|connect-src|https?:/);
    expect(page('index.html')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('is in the language of the device, with its dates and directions', async () => {
    const { deviceId } = await joinDevice(server);
    await sql`update devices set time_zone = 'Europe/Vienna' where id = ${deviceId}`.execute(server.services.db);
    await sql`insert into call_logs (device_id, key, name, phone_number, duration, date, state)
      values (${deviceId}, 'a', 'Anna', '', 75, '2026-03-02T22:30:00Z', 'INCOMING')`.execute(server.services.db);
    const german = (await archiveOf(deviceId, 'de-AT')).page('index.html');
    expect(german).toContain('02.03.2026, 23:30');
    expect(german).toContain('<span lang="de">Anrufliste</span>');
    expect(german).toContain('<html lang="de" dir="ltr">');
    expect(german).toContain(pageWordsIn('de').words('offline'));
    const arabic = (await archiveOf(deviceId, 'ar-EG')).page('index.html');
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain(pageWordsIn('ar').fieldLabel('phone_number'));
    const english = (await archiveOf(deviceId, 'en-US')).page('index.html');
    expect(english).toMatch(/Mar 2, 2026, 11:30\sPM/);
    expect((await archiveOf(deviceId, 'x-nobody')).page('index.html')).toMatch(/Mar 2, 2026, 11:30\sPM/);
  });
});

describe('a value on the page', () => {
  const reader = pageReader({ language: 'en-GB', timeZone: null, guardian: null });
  const shown = (field: string, value: unknown) =>
    shownValue(field, value, { reader, source: 'data/messages.json' })?.html ?? null;

  it('is written as people read it', () => {
    expect(shown('size', 4_800_000)).toBe('4.8 MB');
    expect(shown('duration_ms', 75_400)).toBe('1 min 15 secs');
    expect(shown('state', 'IN_PROGRESS')).toBe('In progress');
    expect(shown('name', 'BOB')).toBe('<bdi>BOB</bdi>');
    expect(shown('capabilities', ['SMS', 'CALL_LOG'])).toContain('Text messages</span>, ');
    expect([shown('name', ''), shown('name', null), shown('told', [])]).toEqual([null, null, null]);
  });

  it('is cut where it is long, and says where it is whole', () => {
    const cut = shown('body', '🐎'.repeat(6000)) ?? '';
    expect([...cut.matchAll(/🐎/gu)]).toHaveLength(5000);
    expect(cut).toContain('data/messages.json');
  });

  it('is as deep as people read', () => {
    const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), 'end');
    expect(shown('params', deep)).not.toContain('end');
  });
});
