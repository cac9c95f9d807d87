import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleBuildFile, type ConsoleBuild } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePages } from './console-pages.ts';

const index =
  '<!doctype html><html><head><script type="module" src="/assets/start.js"></script></head>' +
  '<body><div id="root"></div></body></html>';
const calls = [{ path: '/api/profile', body: '{"quoted":"<b>"}' }];
const build: ConsoleBuild = {
  routes: [
    { path: '/', js: ['assets/start.js', 'assets/first.js'], css: [], calls, html: '<h1>Dashboard</h1>' },
    { path: '/my-ticket/$myTicketId', js: ['assets/ticket.js'], css: [], calls },
    { path: '/my-ticket/add-ticket', js: ['assets/add.js'], css: [], calls },
    { path: '/device-list', js: ['assets/start.js', 'assets/list.js'], css: ['assets/list.css'], calls },
    { path: '/auth/login', js: ['assets/start.js'], css: [], calls: [], guest: true },
    { path: '/auth/register', js: ['assets/start.js', 'assets/register.js'], css: [], calls: [], guest: true },
  ],
  signIn: { js: ['assets/start.js'], css: ['assets/form.css'], html: '<form>$& Sign in</form>' },
};
const plain = { payload: { mode: 'PLAINTEXT', secret: null }, signUp: true, smtpUrl: null } as const;

let dist: string;
let pageFor: Awaited<ReturnType<typeof consolePages>>;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'fairwatch-dist-'));
  await mkdir(join(dist, '.vite'));
  await writeFile(join(dist, 'index.html'), index);
  await writeFile(join(dist, consoleBuildFile), JSON.stringify(build));
  pageFor = await consolePages(dist, plain);
});
afterAll(() => rm(dist, { recursive: true }));

const signedIn = 'language=en; token=abc';

/** The HTML of a URL for a request with this cookie. */
async function html(url: string, cookie = '', of = pageFor): Promise<string> {
  const { bytes } = await of({ url, headers: { cookie } } as FastifyRequest);
  return bytes.identity.toString();
}

const named = (page: string) =>
  [...page.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(([, rel, href]) => `${rel} ${href}`);
const callsIn = (page: string) => /<meta name="first-calls" content="([^"]*)"/.exec(page)?.[1];

describe("the console's page", () => {
  it('names the files of the address that is asked for, except those that every page names', async () => {
    const page = await html('/device-list', signedIn);
    expect(named(page)).toEqual(['stylesheet /assets/list.css', 'modulepreload /assets/list.js']);
    expect(page).toContain('<div id="root"></div>');
  });

  it.each([
    ['/my-ticket/7', 'ticket'],
    ['/my-ticket/add-ticket', 'add'],
    ['/my-ticket/7/', 'ticket'],
  ])('takes %s for the page that the router takes it for', async (url, file) => {
    expect(named(await html(url, signedIn))).toEqual([`modulepreload /assets/${file}.js`]);
  });

  it('contains the first calls of that address for signed-in visitors, without search parameters', async () => {
    const quoted =
      '[{&quot;path&quot;:&quot;/api/profile&quot;,&quot;body&quot;:&quot;{\\&quot;quoted\\&quot;:\\&quot;&lt;b>\\&quot;}&quot;}]';
    expect(callsIn(await html('/device-list', signedIn))).toBe(quoted);
    expect(callsIn(await html('/device-list?search=x', signedIn))).toBeUndefined();
    expect(callsIn(await html('/device-list'))).toBeUndefined();
  });

  it('leaves encrypted calls to the code that can encrypt', async () => {
    const payload = { mode: 'AES_GCM_256', secret: 'a secret' } as const;
    const page = await html('/device-list', signedIn, await consolePages(dist, { ...plain, payload }));
    expect(callsIn(page)).toBeUndefined();
    expect(named(page)).toHaveLength(2);
  });

  it.each(['/auth/login', '/', '/device-list', '/my-ticket/7'])(
    'has the sign-in form in it at %s, for whoever is not signed in',
    async (url) => {
      const page = await html(url, 'language=en; token=; nottoken=x');
      expect(page).toContain('<div id="root" data-drawn><form>$& Sign in</form></div>');
      expect(named(page)).toEqual(['stylesheet /assets/form.css']);
    },
  );

  it('contains the outline of the page for signed-in visitors', async () => {
    const outline = '<div id="root" data-drawn><h1>Dashboard</h1></div>';
    expect(await html('/', signedIn)).toContain(outline);
    expect(await html('/auth/login', signedIn)).toContain(outline);
    expect(await html('/')).not.toContain('Dashboard');
  });

  it('has no form where no one signs in', async () => {
    const register = await html('/auth/register');
    expect(register).not.toContain('<form>');
    expect(named(register)).toEqual(['modulepreload /assets/register.js']);
    expect(await html('/no/such/page')).toBe(index);
    expect(await html('/no/such/page', signedIn)).toBe(index);
  });

  it('preloads the files of the first page for signed-in visitors of the sign-in page', async () => {
    const page = await html('/auth/login', signedIn);
    expect(named(page)).toEqual(['modulepreload /assets/first.js']);
    expect(page).not.toContain('<form>');
  });
});
