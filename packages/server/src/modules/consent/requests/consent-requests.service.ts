import {
  askConsent,
  canAskFor,
  capabilities,
  capabilityRefusal,
  withdrawConsentRequest,
  type ConsentRequest,
  nameInFull,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { notOfferedError, missingReasonError, requireUsedKinds } from '../device-access.ts';
import { lockDevice } from '../../../shared/device-state/persons-device.store.ts';
import { listReasons } from '../../../shared/disclosure/reasons.store.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { consentRequestPush } from '../../../shared/push/push-texts.ts';
import { findLatestRequest, insertRequest, withdrawRequest, type RequestedConsent } from './consent-requests.store.ts';

/** Asks a device's person to share a capability. The admin must be allowed to use it, and repeated requests are limited. */
export async function requestConsent(
  services: Services,
  session: Session,
  asking: RequestedConsent,
): Promise<ConsentRequest> {
  const { db, bus, push } = services;
  const { deviceId, capability } = asking;
  if (!canAskFor(session, capability)) throw new AppError('not_allowed');
  await requireUsedKinds(services, [capability]);
  await assertReason(services, session, asking);
  const { request, reason } = await db.transaction().execute(async (transaction) => {
    await assertRequestAllowed(transaction, session.userId, asking);
    const why = await insertRequest(transaction, asking, session.userId);
    await appendAudit(transaction, {
      deviceId,
      actorId: session.userId,
      actorName: session.username,
      action: 'ASK',
      subject: askConsent.path,
      capability,
      details: { capability },
    });
    return { request: await findLatest(transaction, session.userId, asking), reason: why };
  });
  bus.publish('changed', { feature: 'consent-requests', deviceId });
  bus.publish('inboxWaiting', { deviceId });
  push.remind(deviceId, () => consentRequestPush({ capability, by: nameInFull(session), reason }));
  return request;
}

/** Throws unless a reason is stated for a capability whose policy requires one. */
async function assertReason(
  { db, policies }: Services,
  { userId }: Session,
  { deviceId, capability }: RequestedConsent,
): Promise<void> {
  const given = (await listReasons(db, { userId, deviceId })).find((each) => each.capability === capability);
  const refusal = missingReasonError(await policies.read(), { reason: given?.reason ?? null }, capability);
  if (refusal !== null) throw refusal;
}

/** Throws unless a new request is allowed. Locks the device's row, so that a concurrent answer of the person is serialized. */
async function assertRequestAllowed(db: Database, adminId: number, asking: RequestedConsent): Promise<void> {
  const { title } = capabilities[asking.capability];
  const device = await lockDevice(db, asking.deviceId);
  if (!device) throw new AppError('device_not_found');
  const refusal = notOfferedError(capabilityRefusal(device.offers, asking.capability));
  if (refusal !== null) throw refusal;
  if (device.restoredAt !== null) throw new AppError('device_held');
  if (device.paused) throw new AppError('device_paused');
  if (device.capabilities.includes(asking.capability)) throw new AppError('already_shared', { capability: title });
  const before = await findLatestRequest(db, adminId, asking);
  if (before?.answer === null) throw new AppError('already_asked', { capability: title });
  if (before?.notBefore) {
    const time = `${before.notBefore.slice(0, 16).replace('T', ' ')} UTC`;
    throw new AppError('asked_too_soon', { capability: title, time });
  }
}

/** Withdraws an unanswered request; the device stops showing it. */
export async function cancelRequest(
  { db, bus }: Services,
  session: Session,
  asking: RequestedConsent,
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
      capability,
      details: { capability },
    });
    return await findLatest(transaction, session.userId, asking);
  });
  bus.publish('changed', { feature: 'consent-requests', deviceId });
  bus.publish('consentRequestWithdrawn', { deviceId, requestId: request.id });
  return request;
}

async function findLatest(db: Database, adminId: number, asking: RequestedConsent): Promise<ConsentRequest> {
  const request = await findLatestRequest(db, adminId, asking);
  if (!request) throw new Error('A request that was just written is there.');
  return request;
}
