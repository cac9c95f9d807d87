import { inReadersTime, type Meta, type Pagination } from '@fairwatch/contract';
import { clientErrorText, translatedError } from './error-text.ts';
import { currentLanguage, replacedText } from '../i18n/i18n.ts';
import { ApiError, isGatewayErrorStatus } from './api-error.ts';

/** The response of a call: its data, and the pagination of a list. */
export interface Answer<Data> {
  data: Data;
  pagination: Pagination | null;
}

export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The error text for a response without data and meta. */
function invalidStructureText(securityStatus: unknown): string {
  if (securityStatus === 'PLAINTEXT') return clientErrorText('invalid_response_plaintext');
  if (securityStatus === 'CLEAR_TEXT') return clientErrorText('invalid_response_clear_text');
  return clientErrorText('invalid_response');
}

/** The error text for a response without an envelope, such as a proxy's error page. */
function textWithoutEnvelope(status: number): string {
  return isGatewayErrorStatus(status) ? clientErrorText('socket_unreachable') : clientErrorText('invalid_response');
}

/**
 * Reads a decrypted envelope. `Data` is the output type of the contract; the server's tests check that its responses match, so
 * the data is not parsed again here.
 */
export function readAnswer<Data>(body: unknown, status: number): Answer<Data> {
  if (!isObject(body)) throw new ApiError(textWithoutEnvelope(status), status);
  const hasData = 'data' in body || 'object' in body;
  const meta = isObject(body['meta']) ? (body['meta'] as Partial<Meta>) : null;
  if (!hasData && meta === null) throw new ApiError(invalidStructureText(body['securityStatus']), status);
  if (meta?.has_error === true) {
    const first = meta.message?.[0];
    throw new ApiError(textOf(first), status, first?.code);
  }
  return { data: (body['data'] ?? body['object'] ?? null) as Data, pagination: meta?.pagination ?? null };
}

/**
 * The text of an error: that of the preset in plain words where it has one, else the reader's language, else the server's English, with
 * times in the browser's time zone.
 */
function textOf(message: NonNullable<Meta['message']>[number] | undefined): string {
  const plain = message?.code === undefined ? undefined : replacedText('errors', message.code);
  if (plain !== undefined) return plain;
  const ofReader = message?.code === undefined ? undefined : translatedError(message.code, message.values);
  const text = ofReader ?? message?.text?.client ?? clientErrorText('unknown_response_error');
  const { format } = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return inReadersTime(text, (at) => format(new Date(at)));
}
