import { commandCatalogue, commandDetails, type CommandParams } from '@fairwatch/contract';
import { AppError } from '../../../../core/app-error.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { ServerBus } from '../../../../shared/server-bus.ts';
import type { Deliveries, FileDelivery } from '../../../../shared/services/deliveries.ts';
import { appendItem, lockDeliveryRun } from './append-delivery.store.ts';
import { assertRoom, sizeOf } from '../run-room.ts';
import { deliveryTitle } from '../run-steps.ts';
import { insertRun } from '../runs.store.ts';

export function createDeliveries(bus: ServerBus): Deliveries {
  return {
    append: appendDelivery,
    begin: () => bus.publish('runChanged', {}),
  };
}

/**
 * Appends a file to the run with this client id, which the first file starts. A run that had finished goes on; one that was cancelled
 * gets the item as cancelled. A repeated upload appends nothing: the same folder, name and bytes are delivered once per run.
 */
async function appendDelivery(
  db: Database,
  { session, deviceId, runClientId, folder, file }: FileDelivery,
): Promise<void> {
  const { name, sha256, size } = file;
  const params: CommandParams<'RECEIVE_FILES'> = { folder, files: [{ name, sha256, size }] };
  const capability = commandCatalogue.RECEIVE_FILES.capability;
  const details = commandDetails('RECEIVE_FILES', params);
  const requestedBy = session.userId;
  const added = sizeOf([deviceId], [{ kind: 'COMMAND', commandType: 'RECEIVE_FILES', capability, params, details }]);
  await assertRoom(db, requestedBy, added);
  // Of two first files at once, one inserts the run and the other waits for it here.
  await insertRun(db, {
    clientId: runClientId,
    action: 'RECEIVE_FILES',
    title: deliveryTitle(1),
    requestedBy: session.userId,
    schedule: null,
    reason: '',
    deviceIds: [deviceId],
    bytes: 0,
  });
  const run = await lockDeliveryRun(db, { clientId: runClientId, requestedBy: session.userId });
  if (run === undefined || run.action !== 'RECEIVE_FILES' || run.deviceId !== deviceId) {
    throw new AppError('invalid_input', { problem: 'deliverRun: this id is used for something else.' });
  }
  await appendItem(db, run, {
    deviceId,
    requestedBy,
    bytes: added.bytes,
    capability,
    params,
    details,
    titleOf: deliveryTitle,
  });
}
