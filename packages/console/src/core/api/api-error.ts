import type { Endpoint } from '@fairwatch/contract';
import { clientErrorText } from './error-text.ts';

/** A failed call. Its message is the text that the admin reads. */
export class ApiError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's error code, where it gave one. */
  readonly code: string | undefined;
  /** What was called; null before `call` has thrown it. */
  endpoint: Endpoint | null = null;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** True for the status of a proxy while the server behind it is down, and of the server itself while it starts or stops. */
export function isGatewayErrorStatus(status: number): boolean {
  return [502, 503, 504].includes(status);
}

/** True when the server did not answer, as opposed to a refusal. */
export function isServerUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || isGatewayErrorStatus(error.status));
}

/** The text that an admin reads for any thrown value. */
export function textOfError(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : clientErrorText('unknown_error');
}
