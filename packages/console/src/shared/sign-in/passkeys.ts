import { ApiError } from '../../core/api/api-error.ts';
import { addTexts, i18n } from '../../core/i18n/i18n.ts';
import { isPlaceForPasskeys } from './passkey-place.ts';
import texts from './passkeys.texts.json';

addTexts('passkeys', texts);

/** Why passkeys cannot be used here, as text; null when they can. */
export function passkeyRefusal(): string | null {
  const isSupported = isPlaceForPasskeys() && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
  return isSupported ? null : i18n.t('passkeys:unsupported');
}

/**
 * Opens the browser's passkey dialog and returns the response of the authenticator as JSON. Throws `ApiError` with a text for the
 * admin. Browsers do not reveal whether the user cancelled, took too long or has no passkey.
 */
export async function runAuthenticator<Response>(
  action: 'use' | 'make',
  ask: () => Promise<Credential | null>,
): Promise<Response> {
  const refusal = passkeyRefusal();
  if (refusal !== null) throw new ApiError(refusal, 0);
  const credential = await ask().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : '';
    const reason = name === 'InvalidStateError' ? 'known' : name === 'SecurityError' ? 'unsupported' : action;
    throw new ApiError(i18n.t(`passkeys:${reason}`), 0);
  });
  return (credential as PublicKeyCredential).toJSON() as Response;
}
