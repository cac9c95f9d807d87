import { errorText, type ErrorCode, type ErrorValues } from '@fairwatch/contract';
import { translatedError } from './error-text.ts';

/**
 * What the server would answer, said before it is asked. It is apart from the texts of the console's own errors, since it brings the
 * whole catalogue with it.
 */
export function serverErrorText(code: ErrorCode, values?: ErrorValues): string {
  return translatedError(code, values) ?? errorText(code, values);
}
