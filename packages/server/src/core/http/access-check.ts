import type { Access } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. A route without it stops the start. */
    access?: Access;
  }
}

/** Refuses routes that do not say who may call them: forgetting it must not open a door. */
export function demandDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== undefined) return;
    throw new Error(`The route ${String(method)} ${url} does not declare its access.`);
  });
}
