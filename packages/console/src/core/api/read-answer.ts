import { clientErrors, type Meta, type Pagination } from '@fairwatch/contract';
import { ApiError, isAwayStatus } from './api-error.ts';

/** What a call brings: its data, and where the page stands when it is a list. */
export interface Answer<Data> {
  data: Data;
  pagination: Pagination | null;
}

export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Which wording fits an answer without data and meta. */
function invalidStructureText(securityStatus: unknown): string {
  if (securityStatus === 'PLAINTEXT') return clientErrors.invalid_response_plaintext;
  if (securityStatus === 'CLEAR_TEXT') return clientErrors.invalid_response_clear_text;
  return clientErrors.invalid_response;
}

/** A proxy that answers in the server's place has its own error page; the admin reads what that means. */
function textWithoutEnvelope(status: number): string {
  return isAwayStatus(status) ? clientErrors.socket_unreachable : clientErrors.invalid_response;
}

/**
 * Takes the envelope apart, in plain text. `Data` is the contract's word for what the server sends under this endpoint; the server's
 * own tests hold it to that, so it is not parsed a second time here.
 */
export function readAnswer<Data>(body: unknown, status: number): Answer<Data> {
  if (!isObject(body)) throw new ApiError(textWithoutEnvelope(status), status);
  const hasData = 'data' in body || 'object' in body;
  const meta = isObject(body['meta']) ? (body['meta'] as Partial<Meta>) : null;
  if (!hasData && meta === null) throw new ApiError(invalidStructureText(body['securityStatus']), status);
  if (meta?.has_error === true) {
    const first = meta.message?.[0];
    throw new ApiError(first?.text?.client ?? clientErrors.unknown_response_error, status, first?.code);
  }
  return { data: (body['data'] ?? body['object'] ?? null) as Data, pagination: meta?.pagination ?? null };
}
