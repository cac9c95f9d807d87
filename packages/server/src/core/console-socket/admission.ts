import type { IncomingMessage } from 'node:http';
import { isOwnOrigin } from '../http/caller-origin.ts';
import type { Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findSession } from '../session/sessions.ts';

/** Who may open a console socket, or the HTTP status that says why not. */
export async function admit(services: Services, request: IncomingMessage): Promise<Session | 400 | 401 | 403> {
  if (!isOwnOrigin(request, [services.config.publicUrl, ...services.config.consoleOrigins])) return 403;
  const query = URL.parse(request.url ?? '', 'http://localhost')?.searchParams;
  if (query?.get('userType') !== 'ADMIN') return 400;
  return (await findSession(services, query.get('token') ?? '')) ?? 401;
}
