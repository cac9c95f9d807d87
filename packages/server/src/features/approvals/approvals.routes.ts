import { approvalCount, approvalList, capabilities, decideApproval } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { logSeen } from '../../core/devices/audit/seen-log.ts';
import {
  countDecidable,
  decide,
  findNames,
  findSecondsOf,
  isKnownApproval,
  listApprovals,
} from '../../core/devices/policies/approvals.store.ts';
import { handle, type Route, type Session } from '../../core/http/route.ts';
import { notify } from '../../core/notifications/notify.ts';
import type { Services } from '../../core/services.ts';

/** What waits for a second admin. */
export function approvalsRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(approvalList, async ({ session }) => {
      const approvals = await listApprovals(db, session.userId);
      const devices = [...new Set(approvals.map(({ deviceId }) => deviceId))];
      await logSeen(db, { session, endpoint: approvalList }, devices);
      return approvals;
    }),
    handle(approvalCount, async ({ session }) => ({ count: await countDecidable(db, session.userId) })),
    handle(decideApproval, async ({ session, input }) => {
      await decideAs(services, session, input);
      return null;
    }),
  ];
}

/** The asker's open page is told and goes on by itself; the others' lists are read again. */
async function decideAs(
  { db, bus }: Services,
  { userId, username }: Session,
  { id, agree }: { id: number; agree: boolean },
): Promise<void> {
  const decided = await decide(db, { id, agree, userId });
  if (decided === undefined) {
    throw new AppError((await isKnownApproval(db, { id, userId })) ? 'approval_ended' : 'approval_not_found');
  }
  const { deviceId, capability, askedBy } = decided;
  const { deviceName } = await findNames(db, deviceId);
  bus.publish('changed', { feature: 'approvals', deviceId, userId: askedBy });
  for (const other of await findSecondsOf(db, id)) {
    bus.publish('changed', { feature: 'approvals', deviceId: null, userId: other });
  }
  await notify(
    { db, bus },
    {
      kind: 'APPROVAL_DECIDED',
      to: { admins: [askedBy] },
      title: `${username} ${agree ? 'agreed' : 'declined'}`,
      message: agree
        ? `You can use ${capabilities[capability].title} of ${deviceName} for half an hour. The log names you both.`
        : `You cannot use ${capabilities[capability].title} of ${deviceName} now.`,
      link: `/device/overview/${deviceId}`,
      deviceId,
    },
  );
}
