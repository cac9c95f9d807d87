import { login } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { loadProfile } from '../../core/session/load-profile.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
  /** Of the authenticator app; asked for by accounts that have one. */
  code?: string;
}

/** Trades the credentials for a token, keeps it, and learns whose it is. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { data } = await call(login, credentials);
  tokenCookie.save(data.token, credentials.rememberMe);
  await loadProfile();
}
