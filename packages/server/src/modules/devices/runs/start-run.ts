import {
  canStartAction,
  isFileAction,
  limits,
  type Actor,
  type DeviceSelection,
  type RunAction,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { storableText } from '../../../core/storable-text.ts';
import { findMediaKeys } from '../../files/content/media-keys.store.ts';
import { findStoredFiles } from '../../files/content/stored-files.store.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { runTitle, stepsOf, type NamedFiles, type RunStep } from './run-steps.ts';
import {
  findRunByClientId,
  requireRunByClientId,
  insertItems,
  insertRun,
  takesLists,
  type Requester,
} from './runs.store.ts';
import { assertRoom, sizeOf } from './run-room.ts';
import { lockRequester } from './run-room.store.ts';
import { resolveSelection } from './selection.store.ts';

export interface RunRequest {
  /** The admin, with what they may do. */
  requester: Requester & Actor;
  clientId: string;
  selection: DeviceSelection;
  action: RunAction;
  reason: string;
  /** The schedule that starts it; null for an admin. */
  schedule: { id: number; name: string } | null;
}

/** Starts a run and returns its id. A repeated request with the same client id returns the same run. */
export async function startRun(services: Services, request: RunRequest): Promise<number> {
  const { db, bus } = services;
  const { requester, clientId, action, reason, schedule } = request;
  const requestedBy = requester.userId;
  const known = await findRunByClientId(db, { clientId, requestedBy });
  if (known !== undefined) return known;
  const { deviceIds, steps } = await planRun(services, request);
  const size = sizeOf(deviceIds, steps);
  const runId = await db.transaction().execute(async (transaction) => {
    await lockRequester(transaction, requestedBy);
    // The same request may have been stored meanwhile; what it added does not count against it.
    const same = await findRunByClientId(transaction, { clientId, requestedBy });
    if (same !== undefined) return same;
    await assertRoom(transaction, requestedBy, size);
    const id = await insertRun(transaction, {
      clientId,
      action: action.action,
      title: storableText(runTitle(action)),
      requestedBy,
      schedule,
      reason: storableText(reason),
      deviceIds,
      bytes: size.bytes,
    });
    if (id !== null) await insertItems(transaction, { id, requestedBy }, deviceIds, steps);
    return id;
  });
  bus.publish('runChanged', {});
  return runId ?? (await requireRunByClientId(db, { clientId, requestedBy }));
}

/** Resolves the devices and steps of a run. Throws when the admin may not start it, or there is nothing to do. */
export async function planRun(
  { db }: Pick<Services, 'db'>,
  { requester, selection, action }: Pick<RunRequest, 'requester' | 'selection' | 'action'>,
): Promise<{ deviceIds: number[]; steps: RunStep[] }> {
  if (!canStartAction(requester, action)) throw new AppError('not_allowed');
  const scope = scopeOf(requester);
  const deviceIds = await resolveSelection(db, scope, selection);
  const [only, ...others] = deviceIds;
  if (only === undefined) throw new AppError('no_devices');
  if (deviceIds.length > limits.run.devices) throw new AppError('too_many_devices', { count: limits.run.devices });
  if (!isFileAction(action)) return { deviceIds, steps: stepsOf(action, noFiles, null) };
  if (others.length > 0) throw new AppError('one_device_only');
  const files = await findNamedFiles(db, scope, only, action);
  return { deviceIds, steps: stepsOf(action, files, (await takesLists(db, only)) ? { lists: true } : null) };
}

/** For an action that names no files. */
export const noFiles: NamedFiles = { stored: new Map(), media: new Map() };

/** Loads the files that an action refers to by id. Throws an `AppError` when one of them does not exist. */
async function findNamedFiles(
  db: Services['db'],
  scope: Scope,
  deviceId: number,
  action: RunAction,
): Promise<NamedFiles> {
  if (action.action === 'RECEIVE_FILES') {
    const ids = new Set(action.files.map(({ id }) => id));
    const found = await findStoredFiles(db, scope, deviceId, [...ids]);
    if (found.length < ids.size) throw new AppError('file_not_found');
    const stored = new Map(found.map(({ id, fileHash, fileSize }) => [id, { sha256: fileHash, size: fileSize }]));
    return { ...noFiles, stored };
  }
  if (action.action === 'FETCH_MEDIA') {
    const ids = new Set(action.itemIds);
    const found = await findMediaKeys(db, scope, { deviceId, itemIds: [...ids] });
    if (found.length < ids.size) throw new AppError('file_not_found');
    return { ...noFiles, media: new Map(found.map(({ id, key, fileName }) => [id, { key, fileName }])) };
  }
  return noFiles;
}
