import { can, type Endpoint } from '@fairwatch/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { logRead } from '../devices/audit/read-log.ts';
import { sendStream } from '../blobs/send-stream.ts';
import { checkDevice, judgeDevice, type Attempt } from '../devices/device-access.ts';
import { authenticateDevice, type CallingDevice } from '../devices/device-token.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { createSessionCache, type SessionCache } from '../session/session-cache.ts';
import { bearerToken } from '../session/session-token.ts';
import { callerAddress } from './caller-address.ts';
import { callerOrigin } from './caller-origin.ts';
import { dataParts, jsonType, pageParts } from './envelope.ts';
import { dropForm, takeForms } from './form.ts';
import { createLargeBodies, largeBodyBytes } from './large-bodies.ts';
import { parseInput } from './parse-input.ts';
import type { Payload, Payloads } from './payload.ts';
import type { Bytes, Call, Gated, JsonPage, Route, SentFile, Session } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account; null on public calls and those of devices. */
    session: Session | null;
    /** The device that calls; null on all other calls. */
    device: CallingDevice | null;
  }
}

/** What all routes share. */
interface Shared {
  services: Services;
  sessions: SessionCache;
  payloads: Payloads;
  holdLarge: ReturnType<typeof createLargeBodies>;
}

/** Gives each endpoint its way through the server: session, access, payload, input, device, handler, envelope. */
export function registerRoutes(
  app: FastifyInstance,
  services: Services,
  payloads: Payloads,
  routes: readonly Route[],
): void {
  app.decorateRequest('session', null);
  app.decorateRequest('device', null);
  app.removeContentTypeParser('text/plain');
  const shared = { services, payloads, sessions: createSessionCache(services), holdLarge: createLargeBodies() };
  for (const route of routes) if (!takesForm(route)) registerRoute(app, shared, route);
  void app.register(async (scope) => {
    takeForms(scope);
    for (const route of routes.filter(takesForm)) registerRoute(scope, shared, route);
  });
}

function takesForm({ endpoint }: Route): boolean {
  return endpoint.form !== undefined;
}

function registerRoute(
  app: FastifyInstance,
  { services, sessions, payloads, holdLarge }: Shared,
  { endpoint, handler, gated = false }: Route,
): void {
  const payload = payloads(endpoint.path);
  const { form, maxBodyBytes } = endpoint;
  const bodyLimit = form ? payload.formBytes(form, maxBodyBytes) : payload.bodyBytes(maxBodyBytes);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access },
    bodyLimit,
    // Before the body is read: who is not signed in learns nothing about what would be valid, and uploads nothing.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (endpoint.access === 'device') {
        request.device = await authenticateDevice(services, request.headers.authorization);
      } else if (endpoint.access !== 'public') {
        request.session = await authenticate(sessions, request, endpoint);
      }
    },
    // A form's file goes from the socket to the disk; all else is held in memory until it is answered.
    ...(!form &&
      bodyLimit > largeBodyBytes && { preParsing: async (_request, { raw }) => void (await holdLarge(raw)) }),
    // After the answer, whatever it was.
    ...(form && { onResponse: async (request: FastifyRequest) => dropForm(request) }),
    handler: async (request, reply) => {
      const { session, device } = request;
      const sent = await readSent(endpoint, payload, request);
      const input = parseInput(endpoint, sent.input);
      const scope = session === null ? null : scopeOf(session);
      const attempt = endpoint.device && session && { session, endpoint, deviceId: deviceIdOf(input), input };
      if (attempt && scope !== null && !gated) await checkDevice(services, scope, attempt);
      const caller = {
        address: callerAddress(request.raw),
        userAgent: request.headers['user-agent'] ?? '',
        origin: callerOrigin(request.raw, services.config),
      };
      // Each handler is typed to get what its endpoint's access says, as it was checked above.
      const given = await handler({ input, session, scope, device, caller, file: sent.file } as Call<Endpoint>);
      const { answer, about } = gated ? await judged(services, attempt, given as Gated<unknown>) : { answer: given };
      // Awaited: what cannot be written down is not shown.
      if (attempt && endpoint.device?.action === 'READ') await logRead(services.db, attempt, { answer, about });
      // Before the answer is out: whoever was just demoted must not get in with a session that was read before.
      if (changesAccess(endpoint)) sessions.clear();
      if (endpoint.answersBytes) return answerBytes(services, reply, answer as Bytes);
      reply.type(jsonType);
      return payload.envelope(endpoint.paged ? pageParts(answer as JsonPage) : dataParts(answer));
    },
  });
}

async function authenticate(sessions: SessionCache, request: FastifyRequest, endpoint: Endpoint): Promise<Session> {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new AppError('authentication_required');
  const session = await sessions.find(token);
  if (session === null) throw new AppError('session_ended');
  // Before it is judged: the log of refusals names who was refused.
  request.session = session;
  if (!can(session, endpoint)) throw new AppError('not_allowed');
  return session;
}

/** What was read of a device, once it is clear that it may be shown. */
async function judged(
  services: Services,
  attempt: Attempt | null,
  { answer, access, about }: Gated<unknown>,
): Promise<Pick<Gated<unknown>, 'answer' | 'about'>> {
  if (attempt === null) throw new Error('Only what is read of a device, by an account, can be gated.');
  await judgeDevice(services, attempt, access);
  return { answer, about };
}

/** Whoever manages roles may change what others can do. */
function changesAccess({ access }: Endpoint): boolean {
  return typeof access === 'object' && access.permission === 'ROLE_MANAGER' && access.level === 'FULL_ACCESS';
}

/** What was sent, still unchecked. */
async function readSent(
  endpoint: Endpoint,
  payload: Payload,
  request: FastifyRequest,
): Promise<{ input: unknown; file: SentFile | null }> {
  if (endpoint.form) {
    const { fields, file } = await payload.readForm(request, endpoint.form, endpoint.maxBodyBytes);
    return { input: fields, file };
  }
  if (endpoint.method === 'GET') return { input: request.query, file: null };
  // Without a body there is no content type that Fastify could have refused.
  if (request.body === undefined) throw new AppError('wrong_content_type');
  return { input: await payload.readBody(request, endpoint.maxBodyBytes), file: null };
}

function answerBytes(services: Services, reply: FastifyReply, { headers, body }: Bytes): FastifyReply {
  return sendStream(services, reply.headers(headers), () => body);
}

function deviceIdOf(input: unknown): number {
  const { deviceId } = input as { deviceId?: unknown };
  if (typeof deviceId === 'number') return deviceId;
  throw new Error('An endpoint that uses a device takes its deviceId.');
}
