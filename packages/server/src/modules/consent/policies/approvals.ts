import {
  consoleLink,
  capabilities,
  commandCatalogue,
  quoted,
  withPerson,
  type Capability,
  type DeviceUse,
  type Endpoint,
  nameInFull,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Session } from '../../../shared/session.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { DeviceAccess } from '../../../shared/device-state/devices.store.ts';
import {
  findLatestApproval,
  findNames,
  findApprovers,
  insertApproval,
  replaceLook,
  type ApprovalRequest,
} from './approvals.store.ts';

/** Which session wants to use which capability of which device by which endpoint. */
interface WantedUse {
  session: Session;
  endpoint: Pick<Endpoint, 'access'>;
  deviceId: number;
  capability: Capability;
  action: DeviceUse['action'];
}

/**
 * Returns the refusal of a use to which a second admin has not agreed although the policy demands it. The first time, it creates the
 * request and notifies the admins who could agree.
 */
export async function requireApproval(
  services: Pick<Services, 'db' | 'bus'>,
  use: WantedUse,
  device: Pick<DeviceAccess, 'reason'>,
): Promise<AppError> {
  const { db } = services;
  const { capability, action, session, deviceId } = use;
  const { title } = capabilities[capability];
  const request = { deviceId, capability, action, askedBy: session.userId, reason: device.reason, ...neededFor(use) };
  const latest = await findLatestApproval(db, request);
  if (latest?.state === 'PENDING') return needed(title, latest.expiresAt);
  if (latest?.state === 'DECLINED' && !latest.askAgain) {
    return new AppError('approval_declined', {
      name: latest.decidedBy,
      capability: title,
      time: utc(latest.askAgainAt),
    });
  }
  const approvers = await findApprovers(db, request);
  if (approvers.length === 0) return new AppError('approval_impossible', { capability: title });
  if (action === 'COMMAND') publishChange(services, await replaceLook(db, request));
  const inserted = await insertApproval(db, request);
  if (inserted) await notifyApprovers(services, request, { approvers, askerName: nameInFull(session) });
  const expiresAt = inserted?.expiresAt ?? (await findLatestApproval(db, request))?.expiresAt;
  return expiresAt === undefined ? new AppError('device_not_found') : needed(title, expiresAt);
}

function needed(capability: string, expiresAt: string): AppError {
  return new AppError('approval_needed', { capability, time: utc(expiresAt) });
}

/**
 * Returns the access that the second admin needs: the same as the endpoint demands. Where one endpoint serves several
 * permissions, all of them.
 */
function neededFor({
  endpoint: { access },
  capability,
  action,
}: WantedUse): Pick<ApprovalRequest, 'permissions' | 'level'> {
  if (typeof access === 'object') return { permissions: [access.permission], level: access.level };
  const level = action === 'COMMAND' ? 'FULL_ACCESS' : 'READ_ONLY';
  if (access === 'super-admin') return { permissions: [], level };
  const commands = Object.values(commandCatalogue).filter((command) => command.capability === capability);
  return { permissions: [...new Set(commands.map(({ permission }) => permission))], level };
}

async function notifyApprovers(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  { deviceId, capability, action, reason, askedBy }: ApprovalRequest,
  { approvers, askerName }: { approvers: readonly number[]; askerName: string },
): Promise<void> {
  const { deviceName, username } = await findNames(db, deviceId);
  const what = `${action === 'READ' ? 'look at' : 'ask for'} ${capabilities[capability].title}`;
  await notify(
    { db, bus },
    {
      kind: 'APPROVAL_ASKED',
      to: { admins: approvers },
      title: `${askerName} needs you to agree`,
      manyTitle: `{count} requests to agree, the latest by ${askerName}`,
      message: `They want to ${what} of ${withPerson(deviceName, username)}. ${reason === null ? 'They gave no reason.' : `Reason: ${quoted(reason)}`}`,
      tells: null,
      link: consoleLink('/approvals'),
      deviceId,
    },
  );
  publishChange({ bus }, [...approvers, askedBy]);
}

/** Reloads the open lists of these admins. */
function publishChange({ bus }: Pick<Services, 'bus'>, userIds: readonly number[]): void {
  for (const userId of userIds) bus.publish('changed', { feature: 'approvals', deviceId: null, userId });
}

function utc(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}
