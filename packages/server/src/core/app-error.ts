import { errorStatus, errorText, type ErrorCode } from '@fairwatch/contract';

/** An error meant for the caller. Anything else that is thrown becomes `internal`, with its cause in the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, values?: Readonly<Record<string, string | number>>) {
    super(errorText(code, values));
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
  }
}

/** A rate limit is reached. The text tells the caller how long to wait. */
export class TooManyAttempts extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too_many_attempts', { minutes: Math.ceil(retryAfterSeconds / 60) });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
