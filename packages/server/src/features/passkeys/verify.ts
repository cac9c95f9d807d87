import type { addPasskey, ParsedInputOf, passkeySignIn } from '@fairwatch/contract';
import type { RelyingParty } from './relying-party.ts';

type Made = ParsedInputOf<typeof addPasskey>['credential'];
type Answered = ParsedInputOf<typeof passkeySignIn>['credential'];

/** ES256, EdDSA and RS256: what authenticators have. */
export const algorithms = [-7, -8, -257];

/** Loaded with the first passkey: most starts need none of it. */
const load = () => import('@simplewebauthn/server');

/** What the browser says it was asked; empty when that cannot be read. Nothing of it is proved yet. */
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

/** Reads the key that an authenticator made. Throws when anything about it is not as it was asked for. */
export async function readNewKey(credential: Made, challenge: string, { id, origin }: RelyingParty) {
  await demandNoCertificates(credential);
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
 * We ask for no certificate of the authenticator's maker, and look at none: checking one would mean to call addresses that
 * stand in it.
 */
async function demandNoCertificates({ response }: Made): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  const signsForItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !signsForItself) throw new Error(`The attestation is "${format}", which nobody asked for.`);
}

/** Checks a signature of a key we know. Throws when it is not for this question, this host, or by this key. */
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
