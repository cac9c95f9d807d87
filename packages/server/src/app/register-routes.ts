import { can, isPermissionUsed, kindsOfPermission, shownHeader, type Endpoint } from '@fairwatch/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { logRead } from '../shared/audit/read-log.ts';
import { isShownBefore, shownProof } from '../shared/audit/shown-proof.ts';
import { sendStream } from '../modules/files/content/send-stream.ts';
import { checkDevice, checkDeviceAccess, kindNotUsedError, type Attempt } from '../modules/consent/device-access.ts';
import { authenticateDevice, type CallingDevice } from '../shared/device-state/device-token.ts';
import { scopeOf } from '../shared/scope.ts';
import type { Services } from '../shared/services/services.ts';
import { createSessionCache, type SessionCache } from '../shared/sessions/session-cache.ts';
import { bearerToken } from '../core/http/bearer-token.ts';
import { callerAddress } from '../core/http/connections/caller-address.ts';
import { callerOrigin } from '../core/http/connections/caller-origin.ts';
import { callerLanguage } from '../core/http/connections/caller-language.ts';
import { dataParts, jsonType, pageParts } from '../core/http/payloads/envelope.ts';
import { dropForm, takeForms } from '../core/http/payloads/form.ts';
import { createLargeBodies, largeBodyBytes, type Payload, type Payloads } from '../core/http/payloads/payload.ts';
import { parseInput } from '../core/http/payloads/parse-input.ts';
import type { Call, Gated, Route } from '../shared/routes/route.ts';
import type { Bytes, SentFile } from '../core/http/payloads/reply.ts';
import type { JsonPage } from '../core/database/page.ts';
import type { Session } from '../shared/session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the caller; null on public calls and calls of devices. */
    session: Session | null;
    /** The calling device; null on all other calls. */
    device: CallingDevice | null;
  }
}

/** The dependencies that all routes share. */
interface Shared {
  services: Services;
  sessions: SessionCache;
  payloads: Payloads;
  admitLargeBody: ReturnType<typeof createLargeBodies>;
}

/** Registers each endpoint with the common steps: session, access, payload, input, device checks, handler, envelope. */
export function registerRoutes(
  app: FastifyInstance,
  services: Services,
  payloads: Payloads,
  routes: readonly Route[],
): void {
  app.decorateRequest('session', null);
  app.decorateRequest('device', null);
  app.removeContentTypeParser('text/plain');
  const shared = { services, payloads, sessions: createSessionCache(services), admitLargeBody: createLargeBodies() };
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
  { services, sessions, payloads, admitLargeBody }: Shared,
  { endpoint, handler, gated = false, requestsCommand = false }: Route,
): void {
  const payload = payloads(endpoint.path);
  const { form, maxBodyBytes } = endpoint;
  const bodyLimit = form ? payload.formBytes(form, maxBodyBytes) : payload.bodyBytes(maxBodyBytes);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access },
    bodyLimit,
    // Runs before the body is read, so that an unauthorized caller neither learns about validation nor uploads anything.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (endpoint.access === 'device') {
        request.device = await authenticateDevice(services, request.headers.authorization);
      } else if (endpoint.access !== 'public') {
        request.session = await authenticate(sessions, request, endpoint);
        await requireUsedPermission(services, endpoint);
      }
    },
    // Bodies are buffered in memory and therefore limited; a form's file is streamed to the disk instead.
    ...(!form &&
      bodyLimit > largeBodyBytes && { preParsing: async (_request, { raw }) => void (await admitLargeBody(raw)) }),
    // Runs after every response, also after errors.
    ...(form && { onResponse: async (request: FastifyRequest) => dropForm(request) }),
    handler: async (request, reply) => {
      const { session, device } = request;
      const sent = await readSent(endpoint, payload, request);
      const input = parseInput(endpoint, sent.input);
      const scope = session === null ? null : scopeOf(session);
      const reading = endpoint.device && session && { session, endpoint, deviceId: deviceIdOf(input), input };
      const attempt = reading && {
        ...reading,
        isRefetch: isShownBefore(services.vault, reading, request.headers[shownHeader]),
      };
      if (attempt && scope !== null && !gated && !requestsCommand) await checkDevice(services, scope, attempt);
      const caller = {
        address: callerAddress(request.raw, services.config),
        userAgent: request.headers['user-agent'] ?? '',
        // Parsed when a handler asks for them, since most never do.
        get language() {
          return callerLanguage(request.headers['accept-language']);
        },
        get origin() {
          return callerOrigin(request.raw, services.config);
        },
      };
      // The cast is safe: the checks above have provided what the endpoint's access promises the handler.
      const given = await handler({ input, session, scope, device, caller, file: sent.file } as Call<Endpoint>);
      const { answer, about } = gated ? await checked(services, attempt, given as Gated<unknown>) : { answer: given };
      // Awaited: what cannot be logged is not shown.
      if (attempt && endpoint.device?.action === 'READ') {
        await logRead(services.auditLog, attempt, { answer, about });
        reply.header(shownHeader, shownProof(services.vault, attempt));
      }
      // Cleared before the response is sent, so that a demoted account cannot use a cached session.
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
  // Set before the permission check, because the log of refusals names the account.
  request.session = session;
  if (!can(session, endpoint)) throw new AppError('not_allowed');
  return session;
}

/** Throws for a call about kinds of data that this installation does not use. Calls about one kind of one device ask the disclosure policy. */
async function requireUsedPermission({ face }: Services, { access, device }: Endpoint): Promise<void> {
  if (typeof access !== 'object' || device?.capability) return;
  const [kind] = kindsOfPermission(access.permission) ?? [];
  if (kind === undefined || isPermissionUsed(access.permission, (await face.read()).usedKinds)) return;
  throw kindNotUsedError(kind);
}

/** Checks that the data which a handler read may be shown, and returns it. */
async function checked(
  services: Services,
  attempt: Attempt | null,
  { answer, access, about }: Gated<unknown>,
): Promise<Pick<Gated<unknown>, 'answer' | 'about'>> {
  if (attempt === null) throw new Error('Only what is read of a device, by an account, can be gated.');
  await checkDeviceAccess(services, attempt, access);
  return { answer, about };
}

/** True for endpoints that may change the access of other accounts. */
function changesAccess({ access }: Endpoint): boolean {
  return typeof access === 'object' && access.permission === 'ROLE_MANAGER' && access.level === 'FULL_ACCESS';
}

/** Decodes the input of a request, not validated yet. */
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
  // Fastify checks the content type only of requests that have a body.
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
