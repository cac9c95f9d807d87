import { passkeySignIn, startPasskeySignIn, type InputOf } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { runAuthenticator } from '../../../shared/sign-in/passkeys.ts';
import { keepToken } from '../../../shared/sign-in/keep-token.ts';

type Credential = InputOf<typeof passkeySignIn>['credential'];

/** Asks the browser for a passkey of this site, and signs in with the one that the visitor chooses. */
export async function signInWithPasskey(rememberMe: boolean): Promise<void> {
  const { data: options } = await call(startPasskeySignIn, {});
  const credential = await runAuthenticator<Credential>('use', () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  const { data } = await call(passkeySignIn, { credential, rememberMe });
  keepToken(data.token, rememberMe);
  await loadProfile();
}
