import { errorText, serverErrors, type ErrorCode, type Meta } from '@fairwatch/contract';
import type { AppError } from '../app-error.ts';
import type { JsonPage } from './route.ts';

export const jsonType = 'application/json; charset=utf-8';

function wrap(data: string, meta: Meta): string {
  return `{"securityStatus":"PLAINTEXT","data":${data},"meta":${JSON.stringify(meta)}}`;
}

/** The answer to a call that succeeded. */
export function dataEnvelope(data: unknown): string {
  return wrap(JSON.stringify(data), { has_error: false, message: [], pagination: null });
}

/** The same for a page of a list, whose JSON passes through untouched. */
export function pageEnvelope({ json, pagination }: JsonPage): string {
  return wrap(json, { has_error: false, message: [], pagination });
}

/** The answer to a call that failed. */
export function errorEnvelope({ code, message }: Pick<AppError, 'code' | 'message'>): string {
  return wrap('null', { has_error: true, message: [{ code, text: { client: message } }], pagination: null });
}

/** The same, for places that have no error object. */
export function errorAnswer(code: ErrorCode): { status: number; body: string } {
  return { status: serverErrors[code].status, body: errorEnvelope({ code, message: errorText(code) }) };
}
