import { clientErrors } from '@fairwatch/contract';

/** A call that did not bring its data. The message is what the admin reads. */
export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** The server's error code, where it gave one. */
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** What a proxy answers while the server behind it is away, and the server itself while it starts or stops. */
export function isAwayStatus(status: number): boolean {
  return [502, 503, 504].includes(status);
}

/** Whether the server could not be asked at all, as opposed to what it would not do. */
export function isServerAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || isAwayStatus(error.status));
}

/** The text an admin reads for whatever was thrown. */
export function textOfError(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : clientErrors.unknown_error;
}
