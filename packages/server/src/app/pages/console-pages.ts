import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  consoleBuildFile,
  pageFactNames,
  payloadMetaNames,
  type ConsoleBuild,
  type PageFiles,
} from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import { compressedPage, type CompressedPage } from '../../core/http/compressed-page.ts';

type Route = ConsoleBuild['routes'][number];

/** Renders the console's page for a request. Every URL has the same program; its HTML preloads the files of that URL. */
export async function consolePages(
  dist: string,
  config: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>,
): Promise<(request: FastifyRequest) => Promise<CompressedPage>> {
  const plain = withMetas(await readFile(join(dist, 'index.html'), 'utf8'), pageMetas(config));
  const build = await readBuild(dist);
  // Fixed paths come before paths with parameters: `/my-ticket/$myTicketId` would match `/my-ticket/add-ticket`.
  const routes = build.routes
    .toSorted((one, other) => parametersOf(one.path) - parametersOf(other.path))
    .map((route) => ({ route, pattern: patternOf(route.path) }));
  // Encrypted calls need the console's code, so they cannot be sent by the HTML.
  const sendsCalls = config.payload.mode === 'PLAINTEXT';
  const made = new Map<string, Promise<CompressedPage>>();

  return (request) => {
    const [address = '/', query] = request.url.split('?', 2);
    const route = routes.find(({ pattern }) => pattern.test(address))?.route;
    const isGuest = !hasToken(request);
    const withCalls = sendsCalls && query === undefined;
    // The cache is bounded: there are only a few keys per route.
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
    // Signed-in visitors are redirected from guest pages to the first page, so its files are preloaded.
    const target = route.guest && !isGuest ? (build.routes.find(({ path }) => path === '/') ?? route) : route;
    const page = withContent(withFiles(plain, target), isGuest ? '' : (target.html ?? ''));
    return isGuest || !withCalls || target.calls.length === 0 ? page : withMetas(page, [firstCalls(target)]);
  }
}

/** Reads the build's description of its pages. Without one (an older build), pages load their files without preloading. */
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

/** Converts a route such as `/device/contact/$deviceId` to a regular expression. */
function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith('$') ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}/?$`);
}

function firstCalls({ calls }: Route): readonly [string, string] {
  return [pageFactNames.firstCalls, JSON.stringify(calls)];
}

/** Adds preload links for files that the plain page does not contain. */
function withFiles(page: string, { js, css }: PageFiles): string {
  const missing = (files: readonly string[]) => files.filter((file) => !page.includes(`"/${file}"`));
  const styles = missing(css).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = missing(js).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return insertBefore(page, '</head>', [...styles, ...scripts].join(''));
}

/**
 * Inserts the sign-in form or the outline of a page into the console's root element; the console's `replace-prerendered.ts` replaces it
 * once the scripts are loaded.
 */
function withContent(page: string, html: string): string {
  if (html === '') return page;
  return page.replace('<div id="root"></div>', () => `<div id="root" data-drawn>${html}</div>`);
}

function insertBefore(page: string, mark: string, text: string): string {
  const at = page.indexOf(mark);
  return at === -1 ? page : page.slice(0, at) + text + page.slice(at);
}

/**
 * The `<meta>` elements with facts that the console needs before sign-in. They are public, the payload secret included: payload
 * encryption protects against observers of the traffic, not against people who can open the sign-in page.
 */
function pageMetas({
  payload,
  signUp,
  smtpUrl,
}: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>): (readonly [name: string, content: string])[] {
  return [
    ...(payload.mode === 'PLAINTEXT'
      ? []
      : [[payloadMetaNames.mode, payload.mode] as const, [payloadMetaNames.secret, payload.secret] as const]),
    ...(signUp ? [] : [[pageFactNames.signUp, 'off'] as const]),
    ...(smtpUrl === null ? [] : [[pageFactNames.mail, 'sent'] as const]),
  ];
}

/** Inserts `<meta>` elements into the head of the console's page. */
export function withMetas(page: string, metas: readonly (readonly [name: string, content: string])[]): string {
  if (metas.length === 0) return page;
  const [before, after] = page.split('<head>', 2);
  if (before === undefined || after === undefined) throw new Error("The console's page has no head.");
  return `${before}<head>${metas.map(metaTag).join('')}${after}`;
}

function metaTag([name, content]: readonly [name: string, content: string]): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}" />`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
