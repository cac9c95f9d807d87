import type { ContentVariant } from '@fairwatch/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import type { Services } from '../../../shared/services/services.ts';
import { isCached, readRange } from './content-headers.ts';
import type { Transfer } from '../../../shared/transfers/open-transfers.ts';
import { sendStream } from './send-stream.ts';

interface StoredBytes {
  storedAs: string;
  variant: ContentVariant;
  size: number;
  etag: string;
}

/**
 * Responds with a file or a range of it, streamed from the blob store. Personal data is sent as a `transfer`, which can be
 * cut.
 */
export function sendBytes(
  services: Pick<Services, 'blobs' | 'config' | 'log'>,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { storedAs, variant, size, etag }: StoredBytes,
  transfer?: Transfer,
): FastifyReply {
  if (isCached(headers['if-none-match'], etag)) return reply.code(304).send();
  // A range of another version than the browser has is useless to it, so the whole file is sent.
  const rangeHeader = headers['if-range'] === undefined || headers['if-range'] === etag ? headers.range : undefined;
  const range = readRange(rangeHeader, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range_not_satisfiable', { size });
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  if (method === 'HEAD' || size === 0) return reply.send();
  return sendStream(services, reply, () => services.blobs.open(storedAs, variant, range ?? undefined), transfer);
}
