import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { cutResponse, endStalled, onStalled } from '../../../core/http/connections/cut-response.ts';
import { http2Stream } from '../../../core/http/connections/http2-request.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Transfer, TransferSubject } from '../../../shared/transfers/open-transfers.ts';

/** Registers a download until its response ends. Call it before checking access, so that no withdrawal in between is missed. */
export function beginDownload(
  { transfers }: Pick<Services, 'transfers'>,
  { raw }: FastifyReply,
  subject: TransferSubject,
): Transfer {
  const transfer = transfers.begin(subject);
  // The `close` event of a connection that is already closed will not come again.
  if (raw.closed || http2Stream(raw)?.destroyed) transfer.end();
  else raw.once('close', transfer.end);
  return transfer;
}

/**
 * Responds with a stream of known length. The connection is closed when the transfer must stop, and when the client stops
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
    // Access was withdrawn during the check. Nothing was sent yet, so the client gets an error.
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
