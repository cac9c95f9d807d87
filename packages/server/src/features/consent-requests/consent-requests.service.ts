import {
  askConsent,
  canAskFor,
  capabilities,
  capabilityRefusal,
  withdrawConsentRequest,
  type ConsentRequest,
} from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../core/database/schema.ts';
import { appendAudit } from '../../core/devices/audit/audit.store.ts';
import { notOffered, reasonMissing } from '../../core/devices/device-access.ts';
import { holdDevice } from '../../core/devices/person/person.store.ts';
import { findReason } from '../../core/devices/policies/reasons.store.ts';
import { readPolicies } from '../../core/devices/policies/use-policies.ts';
import type { Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { consentRequestPush } from '../../core/web-push/push-words.ts';
import { findLatestRequest, insertRequest, withdrawRequest, type Asking } from './consent-requests.store.ts';

/** Asks a device's person to share something. Whoever could not use it may not ask for it, and nobody nags. */
export async function askForConsent(
  { db, bus, push }: Services,
  session: Session,
  asking: Asking,
): Promise<ConsentRequest> {
  const { deviceId, capability } = asking;
  if (!canAskFor(session, capability)) throw new AppError('not_allowed');
  await demandReason(db, session, asking);
  const { request, reason } = await db.transaction().execute(async (transaction) => {
    await demandAskable(transaction, asking);
    const why = await insertRequest(transaction, asking, session.userId);
    await appendAudit(transaction, {
      deviceId,
      actorId: session.userId,
      actorName: session.username,
      action: 'ASK',
      subject: askConsent.path,
      details: { capability },
    });
    return { request: await latest(transaction, asking), reason: why };
  });
  bus.publish('changed', { feature: 'consent-requests', deviceId });
  bus.publish('inboxWaiting', { deviceId });
  push.remind(deviceId, consentRequestPush({ capability, by: session.username, reason }));
  return request;
}

/** What cannot be used without a reason cannot be asked for without one either. */
async function demandReason(db: Database, { userId }: Session, { deviceId, capability }: Asking): Promise<void> {
  const given = await findReason(db, { userId, deviceId });
  const refusal = reasonMissing(await readPolicies(db), { reason: given?.reason ?? null }, capability);
  if (refusal !== null) throw refusal;
}

/** Holds the device meanwhile: a person who answers at this moment comes before or after, not in between. */
async function demandAskable(db: Database, asking: Asking): Promise<void> {
  const { title } = capabilities[asking.capability];
  const device = await holdDevice(db, asking.deviceId);
  if (!device) throw new AppError('device_not_found');
  const refusal = notOffered(capabilityRefusal(device.offers, asking.capability));
  if (refusal !== null) throw refusal;
  if (device.restoredAt !== null) throw new AppError('device_held');
  if (device.paused) throw new AppError('device_paused');
  if (device.capabilities.includes(asking.capability)) throw new AppError('already_shared', { capability: title });
  const before = await findLatestRequest(db, asking);
  if (before?.answer === null) throw new AppError('already_asked', { capability: title });
  if (before?.notBefore) {
    const time = `${before.notBefore.slice(0, 16).replace('T', ' ')} UTC`;
    throw new AppError('asked_too_soon', { capability: title, time });
  }
}

/** Takes a request back that has no answer yet; the device stops asking. */
export async function takeRequestBack(
  { db, bus }: Services,
  session: Session,
  asking: Asking,
): Promise<ConsentRequest> {
  const { deviceId, capability } = asking;
  if (!canAskFor(session, capability)) throw new AppError('not_allowed');
  const request = await db.transaction().execute(async (transaction) => {
    const requestId = await withdrawRequest(transaction, asking);
    if (requestId === undefined) throw new AppError('consent_request_not_found');
    await appendAudit(transaction, {
      deviceId,
      actorId: session.userId,
      actorName: session.username,
      action: 'CANCEL',
      subject: withdrawConsentRequest.path,
      details: { capability },
    });
    return await latest(transaction, asking);
  });
  bus.publish('changed', { feature: 'consent-requests', deviceId });
  bus.publish('consentRequestWithdrawn', { deviceId, requestId: request.id });
  return request;
}

async function latest(db: Database, asking: Asking): Promise<ConsentRequest> {
  const request = await findLatestRequest(db, asking);
  if (!request) throw new Error('A request that was just written is there.');
  return request;
}
