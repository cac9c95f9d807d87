import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

const page = '<!doctype html><title>Companion</title>';
const script = 'console.info("companion");\n'.repeat(50);

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'fairwatch-companion-'));
  await mkdir(join(dist, 'assets'));
  await mkdir(join(dist, 'icons'));
  await mkdir(join(dist, '.vite'));
  await writeFile(join(dist, 'index.html'), page);
  await writeFile(join(dist, 'sw.js'), script);
  await writeFile(join(dist, 'sw.js.gz'), gzipSync(script));
  await writeFile(join(dist, 'manifest.webmanifest'), '{"name":"Fairwatch"}');
  await writeFile(join(dist, 'icons/icon-192.png'), 'PNG');
  await writeFile(join(dist, '.vite/manifest.json'), '{}');
  await writeFile(join(dist, 'assets/main-abc123.js'), script);
  await writeFile(join(dist, 'assets/main-abc123.js.gz'), gzipSync(script));
  server = await startTestServer({ companionDist: dist });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

async function ask(path: string, init: RequestInit = {}) {
  return await fetch(new URL(path, server.url), { redirect: 'manual', ...init });
}

describe('the built companion', () => {
  it.each(['/companion/', '/companion/join', '/companion/tickets/7', '/companion/join?from=card'])(
    'answers %s with its page, which is asked for again each time',
    async (path) => {
      const response = await ask(path);
      expect([response.status, await response.text()]).toEqual([200, page]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('leads to the address that its service worker covers', async () => {
    const { status, headers } = await ask('/companion?from=card');
    expect([status, headers.get('location')]).toEqual([302, '/companion/?from=card']);
  });

  it.each([
    ['sw.js', /^(?:text|application)\/javascript/],
    ['manifest.webmanifest', /^application\/manifest\+json/],
    ['icons/icon-192.png', /^image\/png/],
  ])('sends %s with its type, to be asked for again each time', async (file, type) => {
    const response = await ask(`/companion/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('service-worker-allowed')).toBeNull();
  });

  it('sends what has its content in its name compressed, to be kept for a year', async () => {
    const response = await ask('/companion/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe(script);
  });

  it.each([
    'missing.js',
    'missing/icon.png',
    'assets/missing.js',
    'assets/',
    'sw.js.gz',
    '.vite/manifest.json',
    '..%2f..%2fpackage.json',
    'assets/..%2f.vite/manifest.json',
  ])('has no file %s', async (file) => {
    const response = await ask(`/companion/${file}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ meta: { message: [{ code: 'route_not_found' }] } });
  });

  it('takes no calls', async () => {
    expect((await ask('/companion/', { method: 'POST' })).status).toBe(404);
  });
});

describe('a companion that is not built', () => {
  it('is said in one line', async () => {
    const bare = await startTestServer({ companionDist: join(dist, 'nowhere') });
    const response = await fetch(new URL('/companion/join', bare.url));
    expect([response.status, await response.text()]).toEqual([
      503,
      'The companion is not built. `npm start` builds it.\n',
    ]);
    await bare.close();
  });
});
