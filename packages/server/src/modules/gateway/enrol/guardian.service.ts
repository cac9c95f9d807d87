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
  withdrawForMinor,
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
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { leaveDevice } from '../../devices/person/leave-device.ts';
import {
  findGuardianLink,
  findSignature,
  storeDecline,
  storeSignature,
  storeWithdrawal,
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
  const { signature, isWithdrawn } = found;
  // `now()` is the start of this transaction. If that was before the withdrawal, the passcode still counted as valid above.
  if (isWithdrawn) throw new AppError('passcode_refused');
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
  const { signature, ground, admin, askedBy, group, name, deviceId, expiresAt } = found;
  const text = guardianNoticeText(ground, language, usedKinds);
  return {
    state,
    signature: state === 'SIGNED' && signature !== null ? { by: signature.by, at: signature.at } : null,
    joined: deviceId !== null,
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
  await notifyMaker(services, declined, 'declined');
  return null;
}

/**
 * Withdraws a guardian's signature: ends the passcode, as declining does, or the device if somebody has joined. The lock on the passcode is
 * released before the device is locked, because leaving locks the device first, and two orders could deadlock.
 */
export async function withdrawAsGuardian(
  services: Services,
  tables: readonly RowTable[],
  { token, reason }: ParsedInputOf<typeof withdrawForMinor>,
  address: string,
): Promise<null> {
  await openLink(services, token, address);
  const found = await services.db.transaction().execute(async (transaction) => {
    const opened = await findLink(services, transaction, token, { locks: true });
    if (opened.state === 'WITHDRAWN') throw new AppError('guardian_withdrawn');
    if (opened.state !== 'SIGNED') throw new AppError('guardian_not_signed');
    if (opened.found.deviceId === null) await storeWithdrawal(transaction, opened.found.passcodeId, reason);
    return opened.found;
  });
  publishChange(services);
  if (found.deviceId === null) await notifyMaker(services, found, 'withdrew');
  else await endAsGuardian(services, tables, found, reason);
  return null;
}

/** Ends the device that joined with a guardian's signature. Its log is kept, so the entry does not name the guardian. */
async function endAsGuardian(
  services: Services,
  tables: readonly RowTable[],
  { deviceId, signature }: FoundLink,
  reason: string,
): Promise<void> {
  if (deviceId === null || signature === null) throw new AppError('guardian_not_signed');
  const isEnded = await leaveDevice(services, tables, {
    deviceId,
    entryOf: () => ({
      deviceId,
      actorId: null,
      actorName: 'the guardian',
      action: 'END',
      subject: withdrawForMinor.path,
      details: { why: 'The guardian withdrew what they had signed.' },
    }),
    end: { guardianName: signature.by, reason },
  });
  // The device left meanwhile, which deleted the link.
  if (!isEnded) throw new AppError('guardian_link_unknown');
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

/**
 * Finds the link of a token. A link expires with its passcode, with two exceptions: after its guardian declined or withdrew it still shows that,
 * and after the child joined it stays valid, so that the guardian can withdraw, until the device leaves.
 */
async function findLink({ face }: Services, db: Database, token: string, how: { locks: boolean }): Promise<OpenLink> {
  const tokenHash = hashToken(token);
  const found = tokenHash === null ? undefined : await findGuardianLink(db, tokenHash, how);
  if (found === undefined) throw new AppError('guardian_link_unknown');
  const { usedKinds } = await face.read();
  const state = await stateOf(found, usedKinds);
  const isOver = state === 'DECLINED' || state === 'WITHDRAWN' || found.deviceId !== null;
  if (!isOver && !found.usable) throw new AppError('guardian_link_expired');
  return { found, state, usedKinds };
}

/** A signature for an earlier notice is one no more, unless somebody has joined with it. */
async function stateOf(found: FoundLink, usedKinds: readonly Capability[]): Promise<SigningState> {
  const { isDeclined, isWithdrawn, signature, deviceId, ground } = found;
  if (isDeclined) return 'DECLINED';
  if (isWithdrawn) return 'WITHDRAWN';
  if (signature === null) return 'WAITING';
  return deviceId !== null || (await isPresentNotice(signature, ground, usedKinds)) ? 'SIGNED' : 'WAITING';
}

function publishChange({ bus }: Services): void {
  bus.publish('changed', { feature: 'passcodes', deviceId: null });
}

/** Notifies the admin who made the passcode. It names nobody, since it outlives the passcode; the list says who and why. */
async function notifyMaker(
  services: Services,
  { code, createdBy }: FoundLink,
  what: 'declined' | 'withdrew',
): Promise<void> {
  try {
    await notify(services, {
      kind: 'GUARDIAN_DECLINED',
      to: { admins: [createdBy] },
      title: `A guardian ${what}`,
      message: `Nobody can join with the passcode ${code.slice(0, 4)} ${code.slice(4)} any more. The list of passcodes says who ${what}, and why.`,
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
