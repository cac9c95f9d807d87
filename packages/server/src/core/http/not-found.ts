import { companionPath, type Endpoint } from '@fairwatch/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

type Fallback = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Where programs call: there, an unknown path is a mistake, never a page. */
const apiPath = /^\/(?:(?:admin|client|device)\/v\d+|content)(?:\/|$)/;

/** Where builds have files that are named by their content: a missing one is no page either. */
const filePaths = ['/assets/', `${companionPath}/`];

/** Answers what no route takes: wrong methods and unknown calls in the envelope, other pages by the console. */
export function handleUnknownPaths(app: FastifyInstance, endpoints: readonly Endpoint[], page: Fallback): void {
  const methods = new Map(endpoints.map(({ path, method }) => [path, method]));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const method = methods.get(path);
    if (method !== undefined) {
      reply.header('allow', method === 'GET' ? 'GET, HEAD' : method);
      throw new AppError('method_not_allowed', { method });
    }
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(path);
    if (!isPage || filePaths.some((start) => path.startsWith(start))) throw new AppError('route_not_found');
    return page(request, reply);
  });
}
