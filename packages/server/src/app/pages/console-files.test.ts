import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

const script = 'console.info("console");\n'.repeat(50);
const page = '<!doctype html><title>Fairwatch</title>';

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'fairwatch-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), page);
  await writeFile(join(dist, 'favicon.svg'), '<svg/>');
  await writeFile(join(dist, 'assets/main-abc123.js'), script);
  await writeFile(join(dist, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  await writeFile(join(dist, 'assets/main-abc123.js.gz'), gzipSync(script));
  await writeFile(join(dist, 'assets/plain-def456.css'), 'body{}');
  server = await startTestServer({ consoleDist: dist });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

/** Sends a request without `fetch`, which would decompress the body and normalise the path. */
async function request(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  return await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get({ hostname, port, path, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }).on('error', reject);
    },
  );
}

describe('the built console', () => {
  it.each(['/', '/auth/login', '/device-list', '/device/7/contact', '/device/v1beta', '/no/such/page?x=1'])(
    'answers %s with its page, which is asked for again each time',
    async (path) => {
      const { status, headers, body } = await request(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(body.toString()).toBe(page);
    },
  );

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('sends its files as %s to who takes %s, to be kept for a year', async (encoding, accepted) => {
    const { status, headers, body } = await request('/assets/main-abc123.js', { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^application\/javascript/);
    expect(headers['vary']).toMatch(/accept-encoding/i);
    const expected = { br: brotliCompressSync(script), gzip: gzipSync(script) };
    expect(body).toEqual(encoding === undefined ? Buffer.from(script) : expected[encoding as 'br' | 'gzip']);
  });

  it('sends a file that was not compressed as it is', async () => {
    const { status, body } = await request('/assets/plain-def456.css', { 'accept-encoding': 'br' });
    expect([status, body.toString()]).toEqual([200, 'body{}']);
  });

  it('sends whole files and ignores ranges', async () => {
    const { status, body } = await request('/assets/plain-def456.css', { range: 'bytes=1000-2000' });
    expect([status, body.toString()]).toEqual([200, 'body{}']);
  });

  it('refuses a condition that no file of it can meet', async () => {
    const { status, body } = await request('/assets/plain-def456.css', { 'if-match': '"of another build"' });
    expect(status).toBe(400);
    expect(JSON.parse(body.toString())).toMatchObject({ meta: { message: [{ code: 'invalid_input' }] } });
  });

  it('sends the other files of its root', async () => {
    const { headers, body } = await request('/favicon.svg');
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(body.toString()).toBe('<svg/>');
  });

  it('is not sent again when it has not changed', async () => {
    const { headers } = await request('/');
    const again = await request('/', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    '/assets/missing.js',
    '/assets/',
    '/assets/../index.html/x',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html',
  ])('has nothing at %s', async (path) => {
    const { status, headers, body } = await request(path);
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body.toString())).toMatchObject({ data: null, meta: { has_error: true } });
  });
});

describe('the page of a server that asks for encrypted payloads', () => {
  it('contains the mode and the escaped secret, and no other difference', async () => {
    const own = await mkdtemp(join(tmpdir(), 'fairwatch-dist-'));
    await writeFile(join(own, 'index.html'), '<!doctype html><head><title>Fairwatch</title></head>');
    const payload = { mode: 'AES_GCM_256_RANDOM_IV', secret: '"><script>$&</script>\'&amp; 🐎' } as const;
    const encrypting = await startTestServer({ consoleDist: own, payload });
    const response = await fetch(new URL('/auth/login', encrypting.url));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const mode = '<meta name="payload-mode" content="AES_GCM_256_RANDOM_IV" />';
    const secret = `<meta name="payload-secret" content="&quot;>&lt;script>$&amp;&lt;/script>'&amp;amp; 🐎" />`;
    expect(await response.text()).toBe(`<!doctype html><head>${mode}${secret}<title>Fairwatch</title></head>`);
    await encrypting.close();
    await rm(own, { recursive: true });
  });
});

describe('a console that is not built', () => {
  it('is said in one line', async () => {
    const bare = await startTestServer({ consoleDist: join(dist, 'nowhere') });
    const response = await fetch(bare.url);
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('The console is not built. `npm start` builds it.\n');
    await bare.close();
  });
});

describe('the page of a server that is set up in another way', () => {
  it.each([
    [{ signUp: false }, '<meta name="sign-up" content="off" />'],
    [{ smtpUrl: 'smtps://name:password@mail.example.org' }, '<meta name="mail" content="sent" />'],
  ])('says what visitors may expect, and nothing more: %j', async (config, meta) => {
    const own = await mkdtemp(join(tmpdir(), 'fairwatch-dist-'));
    await writeFile(join(own, 'index.html'), '<!doctype html><head><title>Fairwatch</title></head>');
    const other = await startTestServer({ consoleDist: own, ...config });
    const response = await fetch(new URL('/auth/login', other.url));
    expect(await response.text()).toBe(`<!doctype html><head>${meta}<title>Fairwatch</title></head>`);
    await other.close();
    await rm(own, { recursive: true });
  });
});
