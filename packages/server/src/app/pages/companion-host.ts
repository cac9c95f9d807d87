import type { IncomingMessage } from 'node:http';
import {
  companionPath,
  deviceProtocolPath,
  deviceSocketPath,
  healthCheck,
  livePath,
  localCaPath,
  phoneTestPath,
  readyPath,
  staticFilePath,
  termuxFolder,
} from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import type { Config } from '../../core/config/config.ts';
import { callerHost, isOwnOrigin, type Caller } from '../../core/http/connections/caller-origin.ts';

/** The paths served at the companion's own host: the companion, the device protocol, tests of phones, and downloads. */
const served = [`${companionPath}/`, deviceProtocolPath, `${phoneTestPath}/`, `${staticFilePath}/`, termuxFolder];
const servedPaths: readonly string[] = [companionPath, healthCheck.path, localCaPath, livePath, readyPath];

type CompanionConfig = Pick<Config, 'companionUrl' | 'trustedProxies'>;

/** True for routes of the companion's pages. */
export function isOfCompanion(route: string | undefined): boolean {
  return route === companionPath || (route?.startsWith(`${companionPath}/`) ?? false);
}

/**
 * Separates companion and console when COMPANION_URL sets an own host for the companion: that host serves nothing of the console, and
 * all other hosts redirect the companion's pages to it.
 */
export function separateCompanion(app: FastifyInstance, config: CompanionConfig): void {
  const { companionUrl } = config;
  if (companionUrl === null) return;
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url;
    if (!isCompanionHost(request.raw, companionUrl, config)) {
      if (isOfCompanion(route)) return reply.redirect(`${companionUrl}${pathOf(request)}`, 302);
    } else if (pathOf(request) === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
      return reply.redirect(`${companionPath}/`, 302);
    } else if (!isServedAtCompanion(route)) {
      throw new AppError('route_not_found');
    }
    return undefined;
  });
}

/** True when a socket's path is served at the called host. */
export function isSocketServed(request: IncomingMessage, path: string, config: CompanionConfig): boolean {
  const { companionUrl } = config;
  return companionUrl === null || path === deviceSocketPath || !isCompanionHost(request, companionUrl, config);
}

/** Refuses calls of the device protocol from pages of other sites. Devices that are no browsers send no Origin. */
export function refuseForeignPages(app: FastifyInstance, config: CompanionConfig & Pick<Config, 'publicUrl'>): void {
  const { publicUrl, companionUrl } = config;
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const ofDevices = routeOptions.url?.startsWith(deviceProtocolPath) ?? false;
    done(
      ofDevices && !isOwnOrigin(raw, [publicUrl, companionUrl], config) ? new AppError('foreign_origin') : undefined,
    );
  });
}

function isServedAtCompanion(route: string | undefined): boolean {
  return route !== undefined && (servedPaths.includes(route) || served.some((prefix) => route.startsWith(prefix)));
}

/** Compares host names without ports, because browsers share cookies between all ports of a host. */
function isCompanionHost(caller: Caller, companionUrl: string, config: CompanionConfig): boolean {
  return URL.parse(`http://${callerHost(caller, config)}`)?.hostname === new URL(companionUrl).hostname;
}

/** The path and query of a request. The host of an absolute URL in the request line is dropped, to prevent an open redirect. */
function pathOf({ url }: FastifyRequest): string {
  const { pathname, search } = URL.parse(url, 'http://localhost') ?? { pathname: '/', search: '' };
  return `${pathname}${search}`;
}
