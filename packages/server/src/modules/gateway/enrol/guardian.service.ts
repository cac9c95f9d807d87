import {
  consoleLink,
  guardianLimits,
  guardianNoticeHash,
  guardianNoticeText,
  isNoticeLanguage,
  limits,
  noticeText,
  noticeVersion,
  type Capability,
  type declineForMinor,
  type Ground,
  type GuardianSignature,
  type guardianOffer,
  type OutputOf,
  type ParsedInputOf,
  type SigningState,
  type signForMinor,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { networkOf } from '../../../core/http/connections/caller-address.ts';
import { hashToken } from '../../../core/http/bearer-token.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { forgiveAttempt } from '../../../shared/attempts/attempts.store.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import {
  findGuardianLink,
  findSignature,
  storeDecline,
  storeSignature,
  type FoundLink,
  type StoredSignature,
} from '../../devices/passcodes/guardians/guardian-links.store.ts';

/** A passcode, as far as a signature for it is concerned. */
interface SignedFor {
  id: number;
  ground: Ground;
}

/**
 * Throws unless the guardian of a passcode has signed the notice as it is now, where they have to. Returns the signature; null when nobody
 * has to sign by link.
 */
export async function requireSignature(
  db: Database,
  { id, ground }: SignedFor,
  usedKinds: readonly Capability[],
): Promise<GuardianSignature | null> {
  const found = await findSignature(db, id);
  if (found === undefined) return null;
  const { signature } = found;
  const guardian = ground.guardian ?? '';
  if (signature === null) throw new AppError('guardian_waits', { guardian });
  if (!(await isPresentNotice(signature, ground, usedKinds))) throw new AppError('guardian_signs_again', { guardian });
  return { by: signature.by, at: signature.at };
}

/** True when a hash is that of what a guardian reads at present. */
async function isPresentNotice(
  signed: Pick<StoredSignature, 'noticeVersion' | 'noticeHash' | 'language'>,
  ground: Ground,
  usedKinds: readonly Capability[],
): Promise<boolean> {
  const { language } = signed;
  if (signed.noticeVersion !== noticeVersion || !isNoticeLanguage(language)) return false;
  return signed.noticeHash === (await guardianNoticeHash(ground, language, usedKinds));
}

/** What the link of a guardian is about, for the page that it opens. */
export async function readGuardianOffer(
  services: Services,
  { token, language }: ParsedInputOf<typeof guardianOffer>,
  { address, host }: { address: string; host: string },
): Promise<OutputOf<typeof guardianOffer>> {
  const { found, state, usedKinds } = await openLink(services, token, address);
  const { signature, ground, admin, askedBy, group, name, joined, expiresAt } = found;
  const text = guardianNoticeText(ground, language, usedKinds);
  return {
    state,
    signature: state === 'SIGNED' && signature !== null ? { by: signature.by, at: signature.at } : null,
    joined,
    server: host,
    admin,
    askedBy,
    group,
    name,
    ground,
    asked: found.asked.filter(({ capability }) => usedKinds.includes(capability)),
    expiresAt,
    usedKinds,
    notice: { version: noticeVersion, language, text, childText: noticeText(ground, language, usedKinds) },
  };
}

/** Stores the signature of a guardian, which is for exactly the text that they read. Of two at the same time the second one is refused. */
export async function signAsGuardian(
  services: Services,
  { token, name, ...signed }: ParsedInputOf<typeof signForMinor>,
  address: string,
): Promise<GuardianSignature> {
  await openLink(services, token, address);
  const at = await services.db.transaction().execute(async (transaction) => {
    const { found, usedKinds } = await lockWaiting(services, transaction, token);
    if (!(await isPresentNotice(signed, found.ground, usedKinds))) throw new AppError('notice_outdated');
    return await storeSignature(transaction, found.passcodeId, { by: name, ...signed });
  });
  publishChange(services);
  return { by: name, at };
}

/** Stores that a guardian declined, ends the passcode, and notifies the admin who made it. */
export async function declineAsGuardian(
  services: Services,
  { token, reason }: ParsedInputOf<typeof declineForMinor>,
  address: string,
): Promise<null> {
  await openLink(services, token, address);
  const declined = await services.db.transaction().execute(async (transaction) => {
    const { found } = await lockWaiting(services, transaction, token);
    await storeDecline(transaction, found.passcodeId, reason);
    return found;
  });
  publishChange(services);
  await notifyMaker(services, declined);
  return null;
}

interface OpenLink {
  found: FoundLink;
  state: SigningState;
  usedKinds: Capability[];
}

/** Finds the link of a token. Tokens that do not exist count by address; who has a token is told what became of it. */
async function openLink(services: Services, token: string, address: string): Promise<OpenLink> {
  const { failuresPerAddress: failures } = guardianLimits;
  const subject = `guardian:${networkOf(address)}`;
  await takeAttempt(services.db, { subject, failures, windowMs: limits.login.windowMs });
  const opened = await findLink(services, services.db, token, { locks: false });
  await forgiveAttempt(services.db, subject);
  return opened;
}

/** Like `openLink`, for a decision: holds the passcode, and throws unless its guardian still has to decide. */
async function lockWaiting(services: Services, transaction: Database, token: string): Promise<OpenLink> {
  const opened = await findLink(services, transaction, token, { locks: true });
  if (opened.state !== 'WAITING') throw new AppError('guardian_decided');
  return opened;
}

/** A link that was decided stays readable while its passcode is valid or its device has not left; one that was not decided expires with the passcode. */
async function findLink({ face }: Services, db: Database, token: string, how: { locks: boolean }): Promise<OpenLink> {
  const tokenHash = hashToken(token);
  const found = tokenHash === null ? undefined : await findGuardianLink(db, tokenHash, how);
  if (found === undefined) throw new AppError('guardian_link_unknown');
  const { usedKinds } = await face.read();
  const state = await stateOf(found, usedKinds);
  if (state !== 'DECLINED' && !found.joined && !found.usable) throw new AppError('guardian_link_expired');
  return { found, state, usedKinds };
}

/** A signature for an earlier notice is one no more, unless somebody has joined with it. */
async function stateOf({ isDeclined, signature, joined, ground }: FoundLink, usedKinds: readonly Capability[]) {
  if (isDeclined) return 'DECLINED';
  if (signature === null) return 'WAITING';
  return joined || (await isPresentNotice(signature, ground, usedKinds)) ? 'SIGNED' : 'WAITING';
}

function publishChange({ bus }: Services): void {
  bus.publish('changed', { feature: 'passcodes', deviceId: null });
}

/** Notifies the admin who made the passcode. It names nobody, since it outlives the passcode; the list says who and why. */
async function notifyMaker(services: Services, { code, createdBy }: FoundLink): Promise<void> {
  try {
    await notify(services, {
      kind: 'GUARDIAN_DECLINED',
      to: { admins: [createdBy] },
      title: 'A guardian declined',
      message: `Nobody can join with the passcode ${code.slice(0, 4)} ${code.slice(4)} any more. The list of passcodes says who declined, and why.`,
      link: consoleLink('/otp-list'),
      tells: null,
    });
  } catch (error) {
    services.log.error(
      { err: error, event: 'passcodes.notify_failed', createdBy },
      'Failed to tell who made a passcode',
    );
  }
}
