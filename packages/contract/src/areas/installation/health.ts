import { z } from 'zod/mini';
import type { Endpoint } from '../../shared/endpoint.ts';
import { limits } from '../../core/limits.ts';

/** Polled by every console; the only GET, and the only call outside the API prefix. */
export const healthCheck = {
  method: 'GET',
  path: '/client/v1/api/health/check/panel',
  access: 'public' as const,
  summary: 'Whether maintenance mode is on',
  input: z.strictObject({}),
  output: z.object({ maintenance: z.boolean() }),
  paged: false as const,
  maxBodyBytes: limits.request.publicBytes,
  device: null,
  tells: [],
  answers: null,
  log: 'the installation',
  staleBy: [],
  commands: [],
  errors: [],
} satisfies Endpoint;
