import type { addPasskey, ParsedInputOf, passkeySignIn } from '@fairwatch/contract';
import type { RelyingParty } from './relying-party.ts';

type Made = ParsedInputOf<typeof addPasskey>['credential'];
type Answered = ParsedInputOf<typeof passkeySignIn>['credential'];

/** The COSE ids of ES256, EdDSA and RS256, which cover common authenticators. */
export const algorithms = [-7, -8, -257];

/** Loaded lazily, because most starts use no passkeys. */
const load = () => import('@simplewebauthn/server');

/** The challenge that the browser claims to answer, not verified yet; empty when it cannot be parsed. */
export function challengeIn({ response }: Made | Answered): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** Verifies the registration of a new passkey and returns its public key. Throws when it does not match the options. */
export async function readNewKey(credential: Made, challenge: string, { id, origin }: RelyingParty) {
  await assertNoCertificates(credential);
  const { verifyRegistrationResponse } = await load();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  });
  if (registrationInfo === undefined) throw new Error('The authenticator did not sign for its key.');
  const { credential: key, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(key.id, 'base64url'),
    publicKey: Buffer.from(key.publicKey),
    counter: key.counter,
    backedUp: credentialBackedUp,
  };
}

/**
 * Throws when the response contains an attestation certificate. None was requested, and verifying one could send requests to URLs
 * inside of it.
 */
async function assertNoCertificates({ response }: Made): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  const signsForItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !signsForItself) throw new Error(`The attestation is "${format}", which nobody asked for.`);
}

/** Verifies a sign-in with a known key. Throws when challenge, host or signature do not match. */
export async function checkAnswer(
  credential: Answered,
  challenge: string,
  { id, origin }: RelyingParty,
  key: { publicKey: Buffer; counter: number },
) {
  const { verifyAuthenticationResponse } = await load();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { ...credential.response, userHandle: credential.response.userHandle ?? '' },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credential.id, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
    requireUserVerification: true,
  });
  if (!verified) throw new Error('The signature is not by this key.');
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}
