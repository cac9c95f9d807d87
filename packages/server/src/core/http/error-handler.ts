import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { TooManyAttempts } from '../app-error.ts';
import { isDiskFull } from '../disk.ts';
import { StoreUnavailable } from '../blobs/store-unavailable.ts';
import { isDatabaseGone } from '../database/database-gone.ts';
import type { Log } from '../log.ts';
import type { CoreLogEvent } from '../log-events.ts';
import { errorParts, jsonType } from './payloads/envelope.ts';
import type { Payloads } from './payloads/payload.ts';
import { leaveBodyUnread } from './payloads/unread-body.ts';

/** Translates Fastify's errors into our error codes; null for an error that is not the caller's fault. */
function translate(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new AppError('wrong_content_type');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('malformed_json');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('route_not_found');
    default:
      return translateStatus(error);
  }
}

/** Translates errors that have only an HTTP status: invalid JSON, and refusals of the file server. */
function translateStatus({ statusCode = 500, message }: FastifyError): AppError | null {
  if (statusCode === 400) return new AppError('malformed_json');
  if (statusCode === 403 || statusCode === 404) return new AppError('route_not_found');
  return statusCode < 500 ? new AppError('invalid_input', { problem: message }) : null;
}

type SendError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Turns every error into a response. The details of an unexpected error are logged and not sent to the caller. */
export function createSendError(payloads: Payloads): SendError {
  return async (error, request, reply) => {
    const shown = explain(error, request);
    leaveBodyUnread(request, reply);
    if (shown instanceof TooManyAttempts) reply.header('retry-after', String(shown.retryAfterSeconds));
    const body = await payloads(request.url).envelope(errorParts(shown));
    return await reply.code(shown.status).type(jsonType).header('cache-control', 'no-store').send(body);
  };
}

function explain(error: FastifyError | Error, request: FastifyRequest): AppError {
  const known = error instanceof AppError ? error : translate(error as FastifyError);
  if (known !== null) return known;
  const log: Log<CoreLogEvent> = request.log;
  if (isDiskFull(error)) {
    log.error({ err: error, event: 'disk.full' }, 'A request failed because the disk is full');
    return new AppError('disk_full');
  }
  if (error instanceof StoreUnavailable) {
    log.error(
      { err: error, event: 'files.store_unavailable' },
      'A request failed because the S3 store does not answer',
    );
    return new AppError('unavailable');
  }
  log.error({ err: error, event: 'http.request_failed' }, 'A request failed');
  return explainFault(error, request);
}

function explainFault(error: Error, { id }: FastifyRequest): AppError {
  return isDatabaseGone(error) ? new AppError('unavailable') : new AppError('internal', { requestId: id });
}
