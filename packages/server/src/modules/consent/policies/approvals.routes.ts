import {
  consoleLink,
  approvalCount,
  approvalList,
  capabilities,
  decideApproval,
  nameInFull,
  withdrawApproval,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import {
  countDecidable,
  decide,
  findNames,
  findApproversOf,
  isKnownApproval,
  isOwnApproval,
  listApprovals,
  withdraw,
} from './approvals.store.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Services } from '../../../shared/services/services.ts';

/** The calls about requests that need the approval of a second admin. */
export function approvalsRoutes(services: Services): Route[] {
  const { db, auditLog } = services;
  return [
    handle(approvalList, async ({ session }) => {
      const approvals = await listApprovals(db, session.userId);
      const devices = [...new Set(approvals.map(({ deviceId }) => deviceId))];
      await logSeen(auditLog, { session, endpoint: approvalList }, devices);
      return approvals;
    }),
    handle(approvalCount, async ({ session }) => ({ count: await countDecidable(db, session.userId) })),
    handle(decideApproval, async ({ session, input }) => {
      await decideAs(services, session, input);
      return null;
    }),
    handle(withdrawApproval, async ({ session, input }) => {
      await withdrawAs(services, session, input.id);
      return null;
    }),
  ];
}

/** Takes a request back. The open pages of the requester say so, and the lists of the admins who could have decided reload. */
async function withdrawAs({ db, bus }: Services, { userId }: Session, id: number): Promise<void> {
  const withdrawn = await withdraw(db, { id, userId });
  if (withdrawn === undefined) {
    throw new AppError((await isOwnApproval(db, { id, userId })) ? 'approval_ended' : 'approval_not_found');
  }
  // Without the device, as there is no decision for which a console would read what was refused again, and so ask again.
  for (const concerned of [userId, ...withdrawn])
    bus.publish('changed', { feature: 'approvals', deviceId: null, userId: concerned });
}

/** Decides a request. The requester's open page continues by itself; the lists of other admins reload. */
async function decideAs(
  { db, bus }: Services,
  session: Session,
  { id, agree }: { id: number; agree: boolean },
): Promise<void> {
  const { userId } = session;
  const decided = await decide(db, { id, agree, userId });
  if (decided === undefined) {
    throw new AppError((await isKnownApproval(db, { id, userId })) ? 'approval_ended' : 'approval_not_found');
  }
  const { deviceId, capability, askedBy } = decided;
  const { deviceName } = await findNames(db, deviceId);
  bus.publish('changed', { feature: 'approvals', deviceId, userId: askedBy });
  for (const other of await findApproversOf(db, id)) {
    bus.publish('changed', { feature: 'approvals', deviceId: null, userId: other });
  }
  await notify(
    { db, bus },
    {
      kind: 'APPROVAL_DECIDED',
      to: { admins: [askedBy] },
      title: `${nameInFull(session)} ${agree ? 'agreed' : 'declined'}`,
      message: agree
        ? `You can use ${capabilities[capability].title} of ${deviceName} for half an hour. The log names you both.`
        : `You cannot use ${capabilities[capability].title} of ${deviceName} now.`,
      tells: null,
      link: consoleLink('/device/overview/$deviceId', { deviceId }),
      deviceId,
    },
  );
}
