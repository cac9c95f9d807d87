import { commandCatalogue, nameInFull } from '@fairwatch/contract';
import { endpointOfCommand } from '../../../commands/command-endpoints.ts';
import { queuedStep } from '../../../commands/command-events.ts';
import { insertRunCommands, type RunCommand } from '../../../commands/commands.store.ts';
import { skipRunItems, type RunItemRef } from '../../../commands/run-items.store.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { commandPush } from '../../../../shared/push/push-texts.ts';
import { findNextCommands, type Candidate } from './candidates.store.ts';
import { checkItems, type CheckedItems } from './check-items.ts';

/** What became of the next items of some devices. */
export interface FedItems {
  /** Items whose command was queued. */
  queued: Candidate[];
  /** Items that may not be carried out. The next item of their device is due. */
  skipped: RunItemRef[];
}

/** Queues the next command of each of these devices that has none open. The number of statements does not depend on that of the devices. */
export async function feedDevices(services: Services, deviceIds: readonly number[]): Promise<FedItems> {
  if (deviceIds.length === 0) return { queued: [], skipped: [] };
  const policies = await services.policies.read();
  const items = await findNextCommands(services.db, deviceIds);
  const { allowed, skipped } = await checkItems(services, items, policies);
  const { queued, unstorable } = await queueCommands(services, allowed);
  return { queued, skipped: [...skipped, ...unstorable] };
}

const unstorableReason = 'The server could not store this command.';

/** True for an error of PostgreSQL about a value or a constraint, which would come again. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && /^2[23]/.test(String((error as NodeJS.ErrnoException).code));
}

async function queueCommands(
  services: Services,
  items: CheckedItems['allowed'],
): Promise<{ queued: Candidate[]; unstorable: RunItemRef[] }> {
  if (items.length === 0) return { queued: [], unstorable: [] };
  const { db, bus, log, push } = services;
  let reasons: ReadonlyMap<number, string | null>;
  try {
    reasons = await insertRunCommands(db, items.map(toRunCommand));
  } catch (error) {
    // The insert may have been committed although the connection failed; then the commands must still be delivered.
    for (const { deviceId } of items) bus.publish('commandQueued', { deviceId });
    if (!isDataError(error)) throw error;
    const [only, ...others] = items;
    // One command that cannot be stored must not keep the others from being queued.
    if (others.length > 0 || only === undefined) return await queueSingly(services, items);
    const { itemId } = only;
    log.error({ err: error, event: 'runs.item_failed', itemId }, 'Failed to queue the command of an item');
    return { queued: [], unstorable: await skipRunItems(db, [{ itemId, reason: unstorableReason }]) };
  }
  const queued: Candidate[] = [];
  for (const item of items) {
    const { deviceId, commandType, details, admin } = item;
    const reason = reasons.get(deviceId);
    // An item whose device got another command meanwhile waits on; one that may no longer be carried out is checked again later.
    if (reason === undefined || commandType === null) continue;
    queued.push(item);
    bus.publish('changed', { feature: 'commands', deviceId });
    bus.publish('commandQueued', { deviceId });
    const asked = { ...details, ...(reason !== null && { reason }) };
    push.remind(deviceId, () =>
      commandPush({ commandTypeEnum: commandType, requestedBy: nameInFull(admin), details: asked }),
    );
  }
  bus.publish('commandSteps', {
    steps: queued.flatMap(({ commandType }) => (commandType === null ? [] : queuedStep(commandType))),
  });
  return { queued, unstorable: [] };
}

async function queueSingly(services: Services, items: CheckedItems['allowed']) {
  const queued: Candidate[] = [];
  const unstorable: RunItemRef[] = [];
  for (const item of items) {
    const one = await queueCommands(services, [item]);
    queued.push(...one.queued);
    unstorable.push(...one.unstorable);
  }
  return { queued, unstorable };
}

function toRunCommand(item: Candidate): RunCommand {
  const { itemId, runId, deviceId, commandType, params, details, requestedBy, runReason, scheduleName } = item;
  if (commandType === null) throw new Error('Only items with a command are queued.');
  const { capability, deadlineMs } = commandCatalogue[commandType];
  return {
    deviceId,
    commandType,
    params,
    capability,
    requestedBy,
    subject: endpointOfCommand(commandType).path,
    details: {
      ...details,
      runId,
      ...(runReason !== '' && { reason: runReason }),
      ...(scheduleName !== null && { schedule: scheduleName }),
    },
    deadlineMs,
    runItemId: itemId,
  };
}
