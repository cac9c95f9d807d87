import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';
import { cutResponse, endStalled, onStalled } from '../http/cut-response.ts';
import { http2Stream } from '../http/http2-request.ts';
import type { Services } from '../services.ts';
import type { Transfer, TransferSubject } from './open-transfers.ts';

/** Begins to watch over a download, until its response is over. To be called before its access is checked. */
export function beginDownload(
  { transfers }: Pick<Services, 'transfers'>,
  { raw }: FastifyReply,
  subject: TransferSubject,
): Transfer {
  const transfer = transfers.begin(subject);
  // Who hung up meanwhile is not told of twice.
  if (raw.closed || http2Stream(raw)?.destroyed) transfer.end();
  else raw.once('close', transfer.end);
  return transfer;
}

/**
 * Answers with a stream of known length. The connection is closed when the transfer must stop, and when the caller stops
 * reading: otherwise a stalled download could be finished after the person has withdrawn their consent.
 */
export function sendStream(
  { config, log }: Pick<Services, 'config' | 'log'>,
  reply: FastifyReply,
  open: () => Readable,
  transfer?: Transfer,
): FastifyReply {
  const { raw } = reply;
  if (transfer?.signal.aborted) {
    // Withdrawn while it was checked: nothing has left yet, so the caller can be told.
    reply.removeHeader('content-length').removeHeader('content-range');
    throw new AppError('ticket_refused');
  }
  transfer?.signal.addEventListener('abort', () => cutResponse(raw), { once: true });
  onStalled(raw, config.downloadStallSeconds * 1000, (state) => {
    log.info({ event: 'download.stalled', requestId: reply.request.id }, 'Cut a download whose reader stopped reading');
    endStalled(raw, state);
  });
  return reply.send(open());
}
