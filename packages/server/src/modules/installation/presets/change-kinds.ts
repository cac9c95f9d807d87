import {
  capabilities,
  commandCatalogue,
  commandTypes,
  errorText,
  updatePreset,
  type AuditDetails,
  type Capability,
} from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { findPresentDevices } from '../../../shared/device-state/present-devices.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { cancelledStep } from '../../commands/command-events.ts';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import { endLiveView, publishLiveViewEnds } from '../../device-data/live-view/live-views.ts';
import type { EndedLiveView } from '../../device-data/live-view/live-views.store.ts';
import { endLiveLocation, publishLiveEnds } from '../../places/live-location/live-sessions.ts';
import type { EndedSession } from '../../places/live-location/live-sessions.store.ts';
import {
  cancelCommandsOf,
  deleteDerived,
  findLiveDevices,
  unshareKinds,
  withdrawRequestsFor,
  type UnsharedDevice,
} from './kinds.store.ts';

/** The kinds that a change takes away and those that it gives back. */
export interface KindsChange {
  taken: readonly Capability[];
  given: readonly Capability[];
}

/** What ended with kinds that were taken away, for `publishKindsChange`. */
export interface EndedWithKinds {
  devices: readonly UnsharedDevice[];
  commands: readonly CancelledCommand[];
  requests: readonly { requestId: number; deviceId: number }[];
  live: readonly EndedSession[];
  liveViews: readonly EndedLiveView[];
}

/**
 * Ends everything about kinds that are taken away, and tells every device's person in their log, in the transaction that stops their use. A
 * kind that is given back is taken out of what devices share once more: nobody shares it before they switch it on.
 */
export async function applyKindsChange(
  transaction: Database,
  { taken, given }: KindsChange,
  by: { userId: number; username: string },
): Promise<EndedWithKinds> {
  // In the order of locks of whoever ends these: devices, commands, live locations, live views, and last the logs.
  const devices = await unshareKinds(transaction, [...taken, ...given]);
  const types = commandTypes.filter((type) => taken.includes(commandCatalogue[type].capability));
  const commands = await cancelCommandsOf(transaction, types, notUsedText(taken));
  const requests = await withdrawRequestsFor(transaction, taken);
  const running = await findLiveDevices(transaction);
  const live: EndedSession[] = [];
  if (taken.includes('LOCATION')) {
    for (const id of running.location) live.push(...(await endLiveLocation(transaction, id, { end: 'WITHDRAWN' })));
  }
  const liveViews: EndedLiveView[] = [];
  if (taken.includes('CAMERA')) {
    for (const id of running.view) liveViews.push(...(await endLiveView(transaction, id, { end: 'WITHDRAWN' })));
  }
  await deleteDerived(transaction, taken);
  // One object for all entries, so that they are sent to the database as one.
  const details: AuditDetails = {
    ...(taken.length > 0 && { taken: [...taken] }),
    ...(given.length > 0 && { given: [...given] }),
  };
  const entry = { actorId: by.userId, actorName: by.username, action: 'KINDS', subject: updatePreset.path } as const;
  const present = await findPresentDevices(transaction);
  await appendEntries(
    transaction,
    present.map((deviceId) => Object.assign({ deviceId, details }, entry)),
  );
  return { devices, commands, requests, live, liveViews };
}

/** Tells devices, open consoles and transfers under way. Called after the commit. */
export function publishKindsChange(
  { bus }: Pick<Services, 'bus'>,
  { devices, commands, requests, live, liveViews }: EndedWithKinds,
): void {
  // These come first, because they cut live views and running downloads.
  publishLiveViewEnds({ bus }, liveViews);
  bus.publish('kindsChanged', {});
  for (const { deviceId, paused, shared } of devices) {
    bus.publish('sharingChanged', { deviceId, shared: paused ? [] : shared });
  }
  for (const { deviceId, commandId } of commands) bus.publish('commandCancelled', { deviceId, commandId });
  bus.publish('commandSteps', { steps: commands.map(({ commandType }) => cancelledStep(commandType)) });
  for (const request of requests) bus.publish('consentRequestWithdrawn', request);
  publishLiveEnds({ bus }, live);
  const deviceIds = devices.map(({ deviceId }) => deviceId);
  if (deviceIds.length > 0) bus.publish('factsChanged', { deviceIds, facts: 'SHARING' });
  for (const feature of ['grants', 'devices', 'consent-requests'] as const) publishChanges(bus, feature, deviceIds);
  publishChanges(
    bus,
    'commands',
    commands.map(({ deviceId }) => deviceId),
  );
}

function notUsedText(kinds: readonly Capability[]): string {
  return errorText('kind_not_used', { capability: kinds.map((kind) => capabilities[kind].title).join(', ') });
}
