import { errorStatus, errorText, type ErrorCode, type ErrorValues } from '@fairwatch/contract';

/** An error meant for the caller. Anything else that is thrown becomes `internal`, with its cause in the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** What fills in the placeholders of its text. */
  readonly values: ErrorValues | undefined;

  constructor(code: ErrorCode, values?: ErrorValues) {
    super(errorText(code, values));
    this.name = 'AppError';
    this.code = code;
    this.values = values;
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
