import { clientErrors } from '@fairwatch/contract';
import { ApiError } from '../../core/api/api-error.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';

/** Stores the token of a new session. Throws where the browser keeps no cookies: the next page would ask to sign in again, without a reason. */
export function keepToken(token: string, rememberMe: boolean): void {
  tokenCookie.save(token, rememberMe);
  if (tokenCookie.read() !== token) throw new ApiError(clientErrors.cookies_refused, 0);
}
