import { companionPath, termuxFolder, type Endpoint } from '@fairwatch/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/app-error.ts';

type Fallback = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The paths of APIs, where an unknown path is an error and never a page of the console. */
const apiPath = /^\/(?:(?:admin|client|device)\/v\d+|content|metrics)(?:\/|$)/;

/** The folders of build files, where a missing file is an error and no page. */
const filePaths = ['/assets/', `${companionPath}/`, termuxFolder];

/** Answers requests without a route: 405 and 404 in the envelope for APIs, the console's page for other paths. */
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
