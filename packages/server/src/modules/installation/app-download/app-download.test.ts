import { randomBytes } from 'node:crypto';
import {
  downloadStatic,
  limits,
  loadAppOffer,
  receivedOfStatic,
  removeStatic,
  staticFilePath,
  updateMediators,
  uploadStatic,
  type StaticFileKind,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sweepFiles } from '../../files/content/sweep-files.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { testApk } from '../../../testing/samples/test-apk.ts';
import { sha256Of, storedName } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

beforeEach(async () => {
  await sql`delete from static_files`.execute(server.services.db);
  await sql`delete from settings where key like 'app-download.%'`.execute(server.services.db);
});

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);
const reader = () => server.createAdmin({ access: { APP_DOWNLOAD: 'READ_ONLY' } });

/** Uploads a file in one piece. */
const send = (bytes: Buffer, name = 'fairwatch.apk', kind: StaticFileKind = 'APP', token?: string) =>
  sendForm(
    server,
    uploadStatic,
    { kind, name, sha256: sha256Of(bytes), size: bytes.length, offset: 0 },
    bytes,
    token ?? server.admin.token,
  );

const offer = async (token?: string) => (await server.api(loadAppOffer, {}, token)).envelope.data;

const fetchFile = (url = '', init: RequestInit = {}) => fetch(new URL(url, server.url), init);

const fetchStatic = (id = 0, token = server.admin.token) =>
  fetch(new URL(downloadStatic.path, server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });

describe('the app', () => {
  it('[SPEC 2.55, 7.31] is offered with its version, size and hash, as its own manifest says', async () => {
    const admin = await reader();
    const open = await openConsole(server, admin);
    expect(await offer(admin.token)).toEqual({ app: null, mediators: [], documents: [], termux: null });
    const apk = testApk({ version: '1.4.2', versionCode: 142, packageName: 'org.example.client' });
    const { status, envelope } = await send(apk);
    expect(status).toBe(200);
    const { app } = await offer(admin.token);
    expect(envelope.data).toMatchObject({ received: apk.length, offer: { app } });
    expect(app).toMatchObject({
      fileName: 'fairwatch.apk',
      version: '1.4.2',
      versionCode: 142,
      packageName: 'org.example.client',
      size: apk.length,
      sha256: sha256Of(apk),
      updatedBy: server.admin.username,
    });
    await vi.waitFor(() => expect(open.heard('app-download')).toBe(true));
    open.socket.close();
  });

  it('[SPEC 1.6, 7.32] is given as bytes, for saving, in a sandbox, to who may open the page', async () => {
    const apk = testApk({ code: randomBytes(5000) });
    await send(apk, 'Fairwatch “1.0”.apk');
    const { app } = await offer();
    const response = await fetchStatic(app?.id, (await reader()).token);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(apk);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.android.package-archive',
      'content-disposition': expect.stringContaining("filename*=UTF-8''Fairwatch%20%E2%80%9C1.0%E2%80%9D.apk"),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'content-length': String(apk.length),
    });
    expect((await fetchStatic(999_999)).status).toBe(404);
    const other = await server.createAdmin({ access: { FILE_MANAGER: 'FULL_ACCESS' } });
    expect((await fetchStatic(app?.id, other.token)).status).toBe(403);
  });

  it('has a link for phones that needs no signing in, goes on after a cut, and stays for newer versions', async () => {
    await send(testApk({ version: '1', versionCode: 1 }));
    const before = await offer();
    const apk = testApk({ version: '2', versionCode: 2, code: randomBytes(9000) });
    await send(apk);
    const { app } = await offer();
    expect(app?.url).toBe(before.app?.url);
    expect(app?.url).toMatch(new RegExp(`^${staticFilePath}/[\\w-]{32}$`));
    const response = await fetchFile(app?.url, { headers: { range: 'bytes=4000-' } });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(apk.subarray(4000));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect((await fetchFile(`${staticFilePath}/${'A'.repeat(32)}`)).status).toBe(404);
  });

  it('comes in pieces and goes on where a connection broke', async () => {
    const apk = testApk({ code: randomBytes(limits.file.chunkBytes + 5000) });
    const about = { sha256: sha256Of(apk), size: apk.length };
    const input = { kind: 'APP', name: 'big.apk', ...about } as const;
    const piece = (offset: number, end?: number) =>
      sendForm(server, uploadStatic, { ...input, offset }, apk.subarray(offset, end));
    const first = await piece(0, limits.file.chunkBytes);
    expect(first.envelope.data).toEqual({ received: limits.file.chunkBytes, offer: null });
    expect((await offer()).app).toBeNull();
    const { received } = (await server.api(receivedOfStatic, about)).envelope.data;
    expect((await piece(5, 10)).errorCode).toBe('upload_received');
    const last = await piece(received);
    expect(last.envelope.data.offer?.app?.sha256).toBe(about.sha256);
    expect((await server.api(receivedOfStatic, about)).envelope.data.received).toBe(0);
  });

  it('is refused when it is none, with the reason, and nothing of it stays', async () => {
    await send(testApk({ version: '5.0', versionCode: 50 }));
    const before = await offer();
    const zip = await send(Buffer.from('504b050600000000000000000000000000000000', 'hex'));
    expect([zip.status, zip.errorCode]).toEqual([422, 'app_unreadable']);
    expect((await send(pdf('x'))).error).toContain('it is not a zip archive');
    const elsewhere = await send(testApk({ version: { reference: 1 } }));
    expect(elsewhere.error).toContain('its version stands elsewhere in the app');
    const older = await send(testApk({ version: '4.9', versionCode: 49 }));
    expect([older.status, older.error]).toEqual([409, expect.stringContaining('older than version 5.0 (50)')]);
    const wrong = testApk({ versionCode: 60 });
    const input = { kind: 'APP', name: 'a.apk', sha256: 'a'.repeat(64), size: wrong.length, offset: 0 } as const;
    expect((await sendForm(server, uploadStatic, input, wrong)).errorCode).toBe('file_damaged');
    expect(await offer()).toEqual(before);
    const { rows } = await sql`select from admin_uploads`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  it('is no longer offered once it is removed, and its bytes go', async () => {
    const apk = testApk({ code: randomBytes(300) });
    await send(apk);
    const { app } = await offer();
    await sweepFiles(server.services);
    const name = await storedName(server, sha256Of(apk));
    expect(await server.services.blobs.stat(name, 'full')).not.toBeNull();
    expect((await server.api(removeStatic, { id: app?.id ?? 0 })).envelope.data.app).toBeNull();
    expect((await server.api(removeStatic, { id: app?.id ?? 0 })).errorCode).toBe('file_not_found');
    expect((await fetchFile(app?.url)).status).toBe(404);
    await sweepFiles(server.services);
    expect(await server.services.blobs.stat(name, 'full')).toBeNull();
  });
});

describe('documents', () => {
  it('[SPEC 2.57] are offered with when they were updated; one of the same name takes the place of the other', async () => {
    await send(pdf('first'), 'Guide.pdf', 'DOCUMENT');
    await send(pdf('first'), 'About.pdf', 'DOCUMENT');
    const [about, guide] = (await offer()).documents;
    expect([about?.fileName, guide?.fileName]).toEqual(['About.pdf', 'Guide.pdf']);
    await send(pdf('second'), 'Guide.pdf', 'DOCUMENT');
    const [, renewed] = (await offer()).documents;
    expect(renewed).toMatchObject({ url: guide?.url, sha256: sha256Of(pdf('second')), size: pdf('second').length });
    expect(Date.parse(renewed?.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(guide?.updatedAt ?? ''));
    const response = await fetchFile(renewed?.url);
    expect(await response.text()).toBe(pdf('second').toString());
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="Guide.pdf"');
  });

  it('are of the types that may be uploaded, by their bytes', async () => {
    const program = await send(Buffer.from('MZ\x90\0 a program'), 'Guide.pdf', 'DOCUMENT');
    expect([program.status, program.error]).toEqual([415, 'File type not allowed']);
    expect((await send(testApk(), 'app.apk', 'DOCUMENT')).errorCode).toBe('file_type_not_allowed');
    expect((await send(pdf('x'), '../Guide.pdf', 'DOCUMENT')).errorCode).toBe('invalid_input');
    expect((await offer()).documents).toEqual([]);
  });
});

describe('mediators', () => {
  it('have names that can be seen: one that was cut in the middle of a character is refused', async () => {
    const cut = [{ name: 'Shop \ud83d', url: 'https://example.org' }];
    expect((await server.api(updateMediators, { mediators: cut })).status).toBe(400);
  });

  it('[SPEC 2.56] are names with links of the web', async () => {
    const mediators = [
      { name: 'F-Droid', url: 'https://f-droid.org/packages/org.example' },
      { name: 'Mirror', url: 'http://mirror.example.org/app' },
    ];
    expect((await server.api(updateMediators, { mediators })).envelope.data.mediators).toEqual(mediators);
    expect((await offer((await reader()).token)).mediators).toEqual(mediators);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://name:word@example.org', '//example.org', 'F-Droid'])(
    'are refused with the link %s',
    async (url) => {
      const refused = await server.api(updateMediators, { mediators: [{ name: 'Shop', url }] });
      expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('https:// or http://')]);
      expect((await offer()).mediators).toEqual([]);
    },
  );
});

describe('who may change what is offered', () => {
  it('is a SUPER_ADMIN, and each change is written down', async () => {
    const { token } = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await send(testApk(), 'a.apk', 'APP', token)).status).toBe(403);
    expect((await server.api(updateMediators, { mediators: [] }, token)).status).toBe(403);
    expect((await server.api(removeStatic, { id: 1 }, token)).status).toBe(403);
    await send(testApk({ version: '7' }));
    await server.api(updateMediators, { mediators: [{ name: 'Shop', url: 'https://example.org' }] });
    await server.api(removeStatic, { id: (await offer()).app?.id ?? 0 });
    const { rows } = await sql`
      select key, after ->> 'version' as version, changed_by_name as by from settings_changes
      order by id desc limit 3`.execute(server.services.db);
    const by = server.admin.username;
    expect(rows).toEqual([
      { key: 'app-download.app', version: null, by },
      { key: 'app-download.mediators', version: null, by },
      { key: 'app-download.app', version: '7', by },
    ]);
  });
});
