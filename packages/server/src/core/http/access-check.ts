import type { Access } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { personalData } from '../devices/audit/personal-data/personal-data.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; `ticket` is for whoever holds one. A route without it stops the start. */
    access?: Access | 'ticket';
  }
}

/**
 * Refuses routes that do not say who may call them, or what they tell about the persons of devices: forgetting it must not open a
 * door, nor a way to read without a line in the log.
 */
export function demandDeclaredAccess(app: FastifyInstance): void {
  const declared = new Set(personalData.map(({ path }) => path));
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined)
      throw new Error(`The route ${String(method)} ${url} does not declare its access.`);
    if (!declared.has(url)) throw new Error(`The route ${String(method)} ${url} is not in the table of personal data.`);
  });
}
