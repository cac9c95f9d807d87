import type { Access } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; `ticket` is for whoever holds one. A route without it stops the start. */
    access?: Access | 'ticket';
  }
}

/** Refuses routes that do not say who may call them: forgetting it must not open a door. */
export function demandDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== undefined) return;
    throw new Error(`The route ${String(method)} ${url} does not declare its access.`);
  });
}
