import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleBuildFile, pageFactNames, type ConsoleBuild, type PageFiles } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { compressedPage, type CompressedPage } from './compressed-page.ts';
import { pageMetas, withMetas } from './page-metas.ts';

type Route = ConsoleBuild['routes'][number];

/** The console's page for a request: the same program on every address, whose HTML already names what that address needs. */
export async function consolePages(
  dist: string,
  config: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>,
): Promise<(request: FastifyRequest) => Promise<CompressedPage>> {
  const plain = withMetas(await readFile(join(dist, 'index.html'), 'utf8'), pageMetas(config));
  const build = await readBuild(dist);
  // `/my-ticket/add-ticket` before `/my-ticket/$myTicketId`, which would match it too.
  const routes = build.routes
    .toSorted((one, other) => parametersOf(one.path) - parametersOf(other.path))
    .map((route) => ({ route, pattern: patternOf(route.path) }));
  // An encrypted body is made by the console's own code.
  const sendsCalls = config.payload.mode === 'PLAINTEXT';
  const made = new Map<string, Promise<CompressedPage>>();

  return (request) => {
    const [address = '/', query] = request.url.split('?', 2);
    const route = routes.find(({ pattern }) => pattern.test(address))?.route;
    const isGuest = !hasToken(request);
    const withCalls = sendsCalls && query === undefined;
    // Every key is one of a few per route, so this holds a bounded number of pages.
    const key = `${route?.path ?? ''} ${isGuest} ${withCalls}`;
    const page = made.get(key) ?? compressedPage(make(route, isGuest, withCalls));
    made.set(key, page);
    return page;
  };

  function make(route: Route | undefined, isGuest: boolean, withCalls: boolean): string {
    if (route === undefined) return plain;
    if (isGuest && (!route.guest || route.path === '/auth/login')) {
      return withContent(withFiles(plain, build.signIn), build.signIn.html);
    }
    // Whoever is signed in is led away from the pages of guests, to the first page.
    const target = route.guest && !isGuest ? (build.routes.find(({ path }) => path === '/') ?? route) : route;
    const page = withContent(withFiles(plain, target), isGuest ? '' : (target.html ?? ''));
    return isGuest || !withCalls || target.calls.length === 0 ? page : withMetas(page, [firstCalls(target)]);
  }
}

/** An older or a foreign build says nothing about its pages; they load their files by themselves. */
async function readBuild(dist: string): Promise<ConsoleBuild> {
  const file = join(dist, consoleBuildFile);
  if (!existsSync(file)) return { routes: [], signIn: { js: [], css: [], html: '' } };
  return JSON.parse(await readFile(file, 'utf8')) as ConsoleBuild;
}

function hasToken({ headers: { cookie = '' } }: FastifyRequest): boolean {
  return /(?:^|;\s*)token=[^;\s]/.test(cookie);
}

function parametersOf(path: string): number {
  return path.split('$').length - 1;
}

/** `/device/contact/$deviceId` as an expression. */
function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith('$') ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}/?$`);
}

function firstCalls({ calls }: Route): readonly [string, string] {
  return [pageFactNames.firstCalls, JSON.stringify(calls)];
}

/** Names the files of a page that the plain one does not name yet, so that they are asked for at once. */
function withFiles(page: string, { js, css }: PageFiles): string {
  const missing = (files: readonly string[]) => files.filter((file) => !page.includes(`"/${file}"`));
  const styles = missing(css).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = missing(js).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return insertBefore(page, '</head>', [...styles, ...scripts].join(''));
}

/**
 * Puts the sign-in form or the outline of a page where the console will draw; `take-over.ts` of the console takes it from
 * there.
 */
function withContent(page: string, html: string): string {
  if (html === '') return page;
  return page.replace('<div id="root"></div>', () => `<div id="root" data-drawn>${html}</div>`);
}

function insertBefore(page: string, mark: string, text: string): string {
  const at = page.indexOf(mark);
  return at === -1 ? page : page.slice(0, at) + text + page.slice(at);
}
