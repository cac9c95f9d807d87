import { z } from 'zod/mini';
import { deviceProtocolPath } from '../core/companion.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { kilobyte } from '../core/limits.ts';
import { watch, watchCursor } from '../shared/times/schedule.ts';

/**
 * What watches the device by itself, one page after the other, for its person: what does not fit into the frame `watches`, and the zones, which
 * are one line there.
 */
export const ownWatches = {
  method: 'POST' as const,
  path: `${deviceProtocolPath}api/watches`,
  access: 'device' as const,
  summary: 'What watches this device by itself, page by page',
  input: z.strictObject({
    /** The last one that was read; null to begin. */
    after: z.nullable(watchCursor),
  }),
  output: z.object({ watches: z.array(watch), more: z.boolean() }),
  paged: false as const,
  device: null,
  tells: [],
  answers: null,
  log: 'what watches the device, for its person',
  staleBy: [],
  commands: [],
  maxBodyBytes: kilobyte,
  errors: [],
} satisfies Endpoint;
