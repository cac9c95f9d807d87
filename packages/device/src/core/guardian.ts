import {
  declineForMinor,
  guardianOffer,
  signForMinor,
  withdrawForMinor,
  type GuardianSignature,
  type InputOf,
  type NoticeLanguage,
  type OutputOf,
} from '@fairwatch/contract';
import { post } from './join.ts';

/** What the guardian of a minor is asked to sign. */
export type GuardianOffer = OutputOf<typeof guardianOffer>;

/** Asks what the link of a guardian is about. */
export async function askAboutSigning(
  serverUrl: string,
  token: string,
  language: NoticeLanguage,
): Promise<GuardianOffer> {
  return guardianOffer.output.parse(await post(serverUrl, guardianOffer, { token, language }));
}

/** Signs for a minor. */
export async function signAsGuardian(
  serverUrl: string,
  signed: InputOf<typeof signForMinor>,
): Promise<GuardianSignature> {
  return signForMinor.output.parse(await post(serverUrl, signForMinor, signed));
}

/** Declines for a minor, which ends the passcode. */
export async function declineAsGuardian(serverUrl: string, token: string, reason: string): Promise<void> {
  await post(serverUrl, declineForMinor, { token, reason });
}

/** Withdraws a guardian's signature. This ends the passcode or, if the child has joined, the device. */
export async function withdrawAsGuardian(serverUrl: string, token: string, reason: string): Promise<void> {
  await post(serverUrl, withdrawForMinor, { token, reason });
}
