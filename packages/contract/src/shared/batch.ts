import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';
import { sessionPath } from './endpoint.ts';

/** Takes several calls that `canWait` in one request. Each is checked, answered and logged as if it had come alone. */
export const batchPath = sessionPath('batch');

const { maxCalls, maxPathLength, maxCallBytes, maxProofLength } = limits.batch;

/** The body of each call is the text that would be sent to its path, encrypted where payloads are. */
export const batchedCalls = z
  .array(
    z.strictObject({
      path: z.string().check(z.maxLength(maxPathLength)),
      body: z.string().check(z.maxLength(maxCallBytes)),
      /** What a call that comes alone has in the header `shownHeader`. */
      shown: z.optional(z.string().check(z.maxLength(maxProofLength))),
    }),
  )
  .check(z.minLength(1), z.maxLength(maxCalls));
export type BatchedCall = z.infer<typeof batchedCalls>[number];

/** The answer to one call of a batch; those of all are in the order of their calls. */
export interface BatchedAnswer {
  status: number;
  body: string;
  /** What an answer that comes alone has in the header `shownHeader`. */
  shown?: string;
}
