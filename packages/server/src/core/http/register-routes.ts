import { isIP } from 'node:net';
import { can, type Endpoint } from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { checkDevice } from '../devices/device-access.ts';
import { authenticateDevice, type CallingDevice } from '../devices/device-token.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { bearerToken } from '../session/session-token.ts';
import { findSession } from '../session/sessions.ts';
import { dataEnvelope, jsonType, pageEnvelope } from './envelope.ts';
import { parseInput } from './parse-input.ts';
import type { Call, JsonPage, Route, Session } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account; null on public calls and those of devices. */
    session: Session | null;
    /** The device that calls; null on all other calls. */
    device: CallingDevice | null;
  }
}

/** Gives each endpoint its way through the server: session, access, input, device, handler, envelope. */
export function registerRoutes(app: FastifyInstance, services: Services, routes: readonly Route[]): void {
  app.decorateRequest('session', null);
  app.decorateRequest('device', null);
  app.removeContentTypeParser('text/plain');
  for (const route of routes) registerRoute(app, services, route);
}

function registerRoute(app: FastifyInstance, services: Services, { endpoint, handler }: Route): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access },
    // Before the body is read: who is not signed in learns nothing about what would be valid, and uploads nothing.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (endpoint.access === 'device') {
        request.device = await authenticateDevice(services, request.headers.authorization);
      } else if (endpoint.access !== 'public') {
        request.session = await authenticate(services, request, endpoint);
      }
    },
    handler: async (request, reply) => {
      const { session, device } = request;
      const input = parseInput(endpoint, sentInput(endpoint, request));
      const scope = session === null ? null : scopeOf({ id: session.userId, adminRole: session.adminRole });
      if (endpoint.device !== null && session !== null && scope !== null) {
        await checkDevice(services, session, scope, endpoint, deviceIdOf(input));
      }
      const caller = { address: addressOf(request), userAgent: request.headers['user-agent'] ?? '' };
      // Each handler is typed to get what its endpoint's access says, as it was checked above.
      const answer = await handler({ input, session, scope, device, caller } as Call<Endpoint>);
      reply.type(jsonType);
      return endpoint.paged ? pageEnvelope(answer as JsonPage) : dataEnvelope(answer);
    },
  });
}

async function authenticate(services: Services, request: FastifyRequest, endpoint: Endpoint): Promise<Session> {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new AppError('authentication_required');
  const session = await findSession(services, token);
  if (session === null) throw new AppError('session_ended');
  if (!can(session, endpoint)) throw new AppError('not_allowed');
  return session;
}

function sentInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.method === 'GET') return request.query;
  // Without a body there is no content type that Fastify could have refused.
  if (request.body === undefined) throw new AppError('wrong_content_type');
  return request.body;
}

/** Who called. A proxy on this machine may say it, but only an address is taken for one. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) > 0 ? ip : (socket.remoteAddress ?? '');
}

function deviceIdOf(input: unknown): number {
  const { deviceId } = input as { deviceId?: unknown };
  if (typeof deviceId === 'number') return deviceId;
  throw new Error('An endpoint that uses a device takes its deviceId.');
}
