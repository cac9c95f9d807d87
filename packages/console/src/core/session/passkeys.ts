import { ApiError } from '../api/api-error.ts';
import { addTexts, i18n } from '../i18n/i18n.ts';
import { isPlaceForPasskeys } from './passkey-place.ts';
import texts from './passkeys.texts.json';

addTexts('passkeys', texts);

/** Why there can be no passkey here, in words; null when there can. Browsers keep them for named hosts over TLS. */
export function passkeyRefusal(): string | null {
  const can = isPlaceForPasskeys() && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
  return can ? null : i18n.t('passkeys:unsupported');
}

/**
 * Runs the browser's own dialog and gives what the authenticator said, as JSON. Whatever goes wrong there is thrown as a
 * text for the admin: browsers do not tell whether somebody cancelled, waited too long or has no passkey.
 */
export async function askAuthenticator<Said>(
  wish: 'use' | 'make',
  ask: () => Promise<Credential | null>,
): Promise<Said> {
  const refusal = passkeyRefusal();
  if (refusal !== null) throw new ApiError(refusal, 0);
  const credential = await ask().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : '';
    const reason = name === 'InvalidStateError' ? 'known' : name === 'SecurityError' ? 'unsupported' : wish;
    throw new ApiError(i18n.t(`passkeys:${reason}`), 0);
  });
  return (credential as PublicKeyCredential).toJSON() as Said;
}
