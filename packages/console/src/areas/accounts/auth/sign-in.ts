import { login } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { keepToken } from '../../../shared/sign-in/keep-token.ts';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
  /** The code of the authenticator app, for accounts that have one. */
  code?: string;
}

/** Exchanges the credentials for a token, stores it, and loads the profile. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { data } = await call(login, credentials);
  keepToken(data.token, credentials.rememberMe);
  await loadProfile();
}
