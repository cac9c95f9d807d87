import type { Access } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { personalData } from '../shared/audit/personal-data.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call this route; `ticket` means that a signed link authorizes the request, `metrics-token` that METRICS_TOKEN does. A route
     * without it stops the start.
     */
    access?: Access | 'ticket' | 'metrics-token';
  }
}

/**
 * Throws for a route that does not declare its access or how reads of personal data are logged, so that forgetting either one cannot
 * open the route or skip the log.
 */
export function assertDeclaredAccess(app: FastifyInstance): void {
  const declared = new Set(personalData.map(({ path }) => path));
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined)
      throw new Error(`The route ${String(method)} ${url} does not declare its access.`);
    if (!declared.has(url)) throw new Error(`The route ${String(method)} ${url} is not in the table of personal data.`);
  });
}
