import {
  accessToCommand,
  can,
  canAskFor,
  capabilities,
  capabilityRefusal,
  hasList,
  refusalOf,
  type Actor,
  type DeviceUse,
} from '@fairwatch/contract';
import { AppError } from '../../../../core/app-error.ts';
import { kindNotUsedError, missingReasonError, notOfferedError, refusalToUse } from '../../../consent/device-access.ts';
import type { DeviceAccess } from '../../../../shared/device-state/devices.store.ts';
import type { UsePolicies } from '../../../../shared/services/services.ts';
import type { Candidate } from './candidates.store.ts';

export interface ItemToCheck {
  kind: Candidate['kind'];
  commandType: Candidate['commandType'];
  capability: Candidate['capability'];
  params: Readonly<Record<string, unknown>>;
  access: DeviceAccess | null;
  /** The reason that the admin gave for the run, which counts like one given for the device; empty for none. */
  runReason: string;
}

/**
 * Returns why an item may not be carried out now; null when it may. These are the checks of a single command: permission, scope,
 * consent, offers, hours, notice, reason and approval. A run does not ask other admins for an approval that is missing.
 * `actor` is null when the admin's account is blocked or no admin any more.
 */
export function refusalToRun(item: ItemToCheck, actor: Actor | null, policies: UsePolicies): AppError | null {
  const { kind, commandType, capability, params, runReason } = item;
  const access = item.access && { ...item.access, reason: runReason === '' ? item.access.reason : runReason };
  if (!isPermitted(item, actor)) return new AppError('not_allowed');
  if (access === null) return new AppError('device_left');
  if (!access.inScope) return new AppError('device_not_found');
  if (kind === 'END' || capability === null) return null;
  if (kind === 'ASK') return refusalToAsk({ capability, access }, policies);
  const use: DeviceUse = { capability, action: 'COMMAND' };
  return (
    refusalToUse(access, use) ??
    notOfferedError(commandType === null ? null : refusalOf(access.offers, commandType)) ??
    // Another client may have taken over since the files were listed.
    (hasList(params) && access.offers?.lists !== true ? new AppError('lists_not_offered') : null)
  );
}

function isPermitted({ kind, commandType, capability }: ItemToCheck, actor: Actor | null): boolean {
  if (commandType !== null) return can(actor, accessToCommand(commandType));
  if (kind === 'ASK') return capability !== null && canAskFor(actor, capability);
  const permission = kind === 'NOTIFY' ? 'TRIGGER_NOTIFICATIONS' : 'DEVICES';
  return can(actor, { access: { permission, level: 'FULL_ACCESS' } });
}

/** Returns why a person may not be asked to share this; null when they may. Whether they were asked lately is checked by the insert. */
function refusalToAsk(
  { capability, access }: { capability: NonNullable<ItemToCheck['capability']>; access: DeviceAccess },
  policies: UsePolicies,
): AppError | null {
  if (access.refusal === 'kind_not_used') return kindNotUsedError(capability);
  const refusal = notOfferedError(capabilityRefusal(access.offers, capability));
  if (refusal !== null) return refusal;
  if (access.quarantined) return new AppError('device_held');
  if (access.paused) return new AppError('device_paused');
  if (access.capabilities.includes(capability)) {
    return new AppError('already_shared', { capability: capabilities[capability].title });
  }
  return missingReasonError(policies, access, capability);
}
