import type { ContentVariant } from '@fairwatch/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import type { ByteRange } from '../../../core/blobs/blob-store.ts';
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
  const range = replyWithRange(reply, headers, { size, etag });
  if (method === 'HEAD' || size === 0) return reply.send();
  return sendStream(services, reply, () => services.blobs.open(storedAs, variant, range ?? undefined), transfer);
}

/** Sets the status, range and length of an answer. Returns the wanted range; null for the whole file. Throws for one beyond its end. */
export function replyWithRange(
  reply: FastifyReply,
  headers: FastifyRequest['headers'],
  { size, etag }: Pick<StoredBytes, 'size' | 'etag'>,
): ByteRange | null {
  // A range of another version than the browser has is useless to it, so the whole file is sent.
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = readRange(isSame ? headers.range : undefined, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range_not_satisfiable', { size });
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return range;
}
