import type { IncomingMessage } from 'node:http';
import {
  companionPath,
  deviceProtocolPath,
  deviceSocketPath,
  healthCheck,
  localCaPath,
  staticFilePath,
} from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { callerHost, isOwnOrigin, type Caller } from './caller-origin.ts';

/** What is answered at the companion's own host: the companion, what it calls, downloads for its person, and the health check. */
const served = [`${companionPath}/`, deviceProtocolPath, `${staticFilePath}/`];
const servedPaths: readonly string[] = [companionPath, healthCheck.path, localCaPath];

/** Whether a route is part of the companion. */
export function isOfCompanion(route: string | undefined): boolean {
  return route === companionPath || (route?.startsWith(`${companionPath}/`) ?? false);
}

/**
 * Keeps companion and console apart when COMPANION_URL gives the companion a host of its own: there, nothing of the console is
 * answered; at every other host, the companion's pages lead there.
 */
export function separateCompanion(app: FastifyInstance, { companionUrl }: Pick<Config, 'companionUrl'>): void {
  if (companionUrl === null) return;
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url;
    if (!isCompanionHost(request.raw, companionUrl)) {
      if (isOfCompanion(route)) return reply.redirect(`${companionUrl}${pathOf(request)}`, 302);
    } else if (pathOf(request) === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
      return reply.redirect(`${companionPath}/`, 302);
    } else if (!isServedAtCompanion(route)) {
      throw new AppError('route_not_found');
    }
    return undefined;
  });
}

/** Whether a socket's path is answered at the host that was called. */
export function isSocketServed(
  request: IncomingMessage,
  path: string,
  { companionUrl }: Pick<Config, 'companionUrl'>,
): boolean {
  return companionUrl === null || path === deviceSocketPath || !isCompanionHost(request, companionUrl);
}

/** Refuses what a page of another site asks of the device protocol. Devices that are no browsers send no Origin. */
export function refuseForeignPages(
  app: FastifyInstance,
  { publicUrl, companionUrl }: Pick<Config, 'publicUrl' | 'companionUrl'>,
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const ofDevices = routeOptions.url?.startsWith(deviceProtocolPath) ?? false;
    if (ofDevices && !isOwnOrigin(raw, [publicUrl, companionUrl])) throw new AppError('foreign_origin');
  });
}

function isServedAtCompanion(route: string | undefined): boolean {
  return route !== undefined && (servedPaths.includes(route) || served.some((prefix) => route.startsWith(prefix)));
}

/** Whatever the port: browsers share cookies over all ports of a host. */
function isCompanionHost(caller: Caller, companionUrl: string): boolean {
  return URL.parse(`http://${callerHost(caller)}`)?.hostname === new URL(companionUrl).hostname;
}

/** The path and query of a request. A request line may hold an absolute URL; its host is dropped, so that nobody is redirected there. */
function pathOf({ url }: FastifyRequest): string {
  const { pathname, search } = URL.parse(url, 'http://localhost') ?? { pathname: '/', search: '' };
  return `${pathname}${search}`;
}
