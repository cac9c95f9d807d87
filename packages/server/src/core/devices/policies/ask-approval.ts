import { capabilities, commandCatalogue, type Capability, type DeviceUse, type Endpoint } from '@fairwatch/contract';
import { AppError } from '../../app-error.ts';
import type { Session } from '../../http/route.ts';
import { notify } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import type { DeviceAccess } from '../devices.store.ts';
import { findLatestApproval, findNames, findSeconds, insertApproval, type ApprovalAsk } from './approvals.store.ts';
import { readPolicies } from './use-policies.ts';

/** Who wants to use what of which device, by which call. */
interface WantedUse {
  session: Session;
  endpoint: Pick<Endpoint, 'access'>;
  deviceId: number;
  capability: Capability;
  action: DeviceUse['action'];
}

/** Whether something may be used as far as a second admin is concerned. Who agreed to a command agreed to look, too. */
export function isApproved({ approvals }: Pick<DeviceAccess, 'approvals'>, { capability, action }: DeviceUse): boolean {
  const held = approvals ?? [];
  return held.includes(`${capability} COMMAND`) || (action === 'READ' && held.includes(`${capability} READ`));
}

/**
 * The refusal while a second admin has not agreed, where the owner demands it; null otherwise. The first time, those who could
 * agree are asked.
 */
export async function approvalMissing(
  services: Pick<Services, 'db' | 'bus'>,
  use: WantedUse,
  device: Pick<DeviceAccess, 'approvals' | 'reason'>,
): Promise<AppError | null> {
  const { db } = services;
  const { capability, action, session, deviceId } = use;
  const policies = await readPolicies(db);
  if (!policies[capability].approval || isApproved(device, use)) return null;
  const { title } = capabilities[capability];
  const ask = { deviceId, capability, action, askedBy: session.userId, reason: device.reason, ...neededFor(use) };
  const latest = await findLatestApproval(db, ask);
  if (latest?.state === 'PENDING') return needed(title, latest.expiresAt);
  if (latest?.state === 'DECLINED' && !latest.askAgain) {
    return new AppError('approval_declined', {
      name: latest.decidedBy,
      capability: title,
      time: utc(latest.askAgainAt),
    });
  }
  const seconds = await findSeconds(db, ask);
  if (seconds.length === 0) return new AppError('approval_impossible', { capability: title });
  const asked = await insertApproval(db, ask);
  if (asked) await tellSeconds(services, ask, { seconds, askerName: session.username });
  const expiresAt = asked?.expiresAt ?? (await findLatestApproval(db, ask))?.expiresAt;
  return expiresAt === undefined ? new AppError('device_not_found') : needed(title, expiresAt);
}

function needed(capability: string, expiresAt: string): AppError {
  return new AppError('approval_needed', { capability, time: utc(expiresAt) });
}

/** What the second admin must hold: the same as whoever calls. Where one call serves several, all of them. */
function neededFor({
  endpoint: { access },
  capability,
  action,
}: WantedUse): Pick<ApprovalAsk, 'permissions' | 'level'> {
  if (typeof access === 'object') return { permissions: [access.permission], level: access.level };
  const level = action === 'COMMAND' ? 'FULL_ACCESS' : 'READ_ONLY';
  if (access === 'super-admin') return { permissions: [], level };
  const commands = Object.values(commandCatalogue).filter((command) => command.capability === capability);
  return { permissions: [...new Set(commands.map(({ permission }) => permission))], level };
}

async function tellSeconds(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  { deviceId, capability, action, reason, askedBy }: ApprovalAsk,
  { seconds, askerName }: { seconds: readonly number[]; askerName: string },
): Promise<void> {
  const { deviceName, username } = await findNames(db, deviceId);
  const what = `${action === 'READ' ? 'look at' : 'ask for'} ${capabilities[capability].title}`;
  await notify(
    { db, bus },
    {
      kind: 'APPROVAL_ASKED',
      to: { admins: seconds },
      title: `${askerName} needs you to agree`,
      manyTitle: `{count} requests to agree, the latest by ${askerName}`,
      message: `They want to ${what} of ${deviceName}, ${username}. ${reason === null ? 'They gave no reason.' : `Reason: "${reason}"`}`,
      link: '/approvals',
      deviceId,
    },
  );
  for (const userId of [...seconds, askedBy]) bus.publish('changed', { feature: 'approvals', deviceId: null, userId });
}

function utc(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}
