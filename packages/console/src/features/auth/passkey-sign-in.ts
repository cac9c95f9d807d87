import { passkeySignIn, startPasskeySignIn, type InputOf } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { loadProfile } from '../../core/session/load-profile.ts';
import { askAuthenticator } from '../../core/session/passkeys.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';

type Credential = InputOf<typeof passkeySignIn>['credential'];

/** Lets the browser ask for any passkey it has for this address, and signs in with the one that is chosen. */
export async function signInWithPasskey(rememberMe: boolean): Promise<void> {
  const { data: options } = await call(startPasskeySignIn, {});
  const credential = await askAuthenticator<Credential>('use', () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  const { data } = await call(passkeySignIn, { credential, rememberMe });
  tokenCookie.save(data.token, rememberMe);
  await loadProfile();
}
