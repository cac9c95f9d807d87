import {
  createZone,
  deleteZone,
  importZones,
  limits,
  updateZone,
  type Endpoint,
  type OutputOf,
  type ParsedInputOf,
  type WatchTarget,
  type Zone,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { retryDeadlock } from '../../../core/database/retry-deadlock.ts';
import { storableText } from '../../../core/storable-text.ts';
import { boundCreated, requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { targetOf } from '../../../shared/watches/target-sql.ts';
import { requireTarget } from '../../../shared/watches/targets.store.ts';
import { actorOf, compareDevices } from '../../../shared/watches/watch-changes.ts';
import { logZones, tellZones, type LoggedZones } from './zone-log.ts';
import * as store from './zones.store.ts';
import { readFeatures } from './read-features.ts';

/** Finds a zone that was just written, as the lists show it. */
async function readZone(db: Database, scope: Scope, zoneId: number): Promise<Zone> {
  const [zone] = await store.listZones(db, scope, zoneId);
  if (zone === undefined) throw new AppError('zone_not_found');
  return zone;
}

/** Runs a change of zones, then tells it. It is tried again on a deadlock with a person who leaves, whose zones go too. */
async function changeZones<Result>(
  services: Services,
  change: (transaction: Database) => Promise<{ changes: LoggedZones[]; result: Result; createdBy?: number }>,
): Promise<Result> {
  const { changes, result } = await retryDeadlock(() =>
    services.db.transaction().execute(async (transaction) => {
      const changed = await change(transaction);
      await logZones(transaction, changed.changes);
      if (changed.createdBy !== undefined) await boundCreated(transaction, 'zones', changed.createdBy);
      return changed;
    }),
  );
  if (changes.length > 0) tellZones(services, changes);
  return result;
}

export async function createZoneByAdmin(
  services: Services,
  session: Session,
  { target, ...values }: ParsedInputOf<typeof createZone>,
): Promise<Zone> {
  const scope = scopeOf(session);
  const zoneId = await changeZones(services, async (transaction) => {
    const zones = [storableValues(values)];
    const { ids, change } = await insertOwn(transaction, session, { zones, target, endpoint: createZone });
    return { changes: [change], result: ids[0] ?? 0, createdBy: session.userId };
  });
  return await readZone(services.db, scope, zoneId);
}

/** Changes a zone. It stays that of its creator: it is for no device that they do not have, whoever changes it. */
export async function updateZoneByAdmin(
  services: Services,
  session: Session,
  { zoneId, target, ...values }: ParsedInputOf<typeof updateZone>,
): Promise<Zone> {
  const scope = scopeOf(session);
  await changeZones(services, async (transaction) => {
    const before = await lockOwn(transaction, zoneId, scope);
    const creator = await store.findCreatorScope(transaction, before.createdBy);
    if (creator === undefined) throw new AppError('zone_not_found');
    const had = await store.findTargetDevices(transaction, creator, targetOf(before));
    const has = await resolveTarget(transaction, creator, target);
    const after = storableValues(values);
    await store.updateZone(transaction, zoneId, after, target);
    const actor = actorOf(session, updateZone);
    const { kept, added, removed } = compareDevices(had, has);
    const changes: LoggedZones[] = [
      { what: 'changed', deviceIds: kept, zones: [after], actor },
      { what: 'set', deviceIds: added, zones: [after], actor },
      { what: 'removed', deviceIds: removed, zones: [before], actor },
    ];
    return { changes, result: null };
  });
  return await readZone(services.db, scope, zoneId);
}

export async function deleteZoneByAdmin(services: Services, session: Session, zoneId: number): Promise<null> {
  return await changeZones(services, async (transaction) => {
    const zone = await lockOwn(transaction, zoneId, scopeOf(session));
    if (await store.isZoneInUse(transaction, zoneId)) throw new AppError('zone_in_use');
    const creator = await store.findCreatorScope(transaction, zone.createdBy);
    const deviceIds = creator ? await store.findTargetDevices(transaction, creator, targetOf(zone)) : [];
    await store.deleteZone(transaction, zoneId);
    return {
      changes: [{ what: 'deleted', deviceIds, zones: [zone], actor: actorOf(session, deleteZone) }],
      result: null,
    };
  });
}

/** Imports all zones of a file, or none of them when one has a problem. */
export async function importZonesByAdmin(
  services: Services,
  session: Session,
  { geojson, target }: ParsedInputOf<typeof importZones>,
): Promise<OutputOf<typeof importZones>> {
  const { zones, problems } = await readFeatures(geojson);
  if (problems.length > 0) {
    const { problemsListed } = limits.zone;
    return {
      imported: 0,
      problems: problems.slice(0, problemsListed),
      moreProblems: Math.max(0, problems.length - problemsListed),
    };
  }
  return await changeZones(services, async (transaction) => {
    const inserted = { zones: zones.map(storableValues), target, endpoint: importZones };
    const { ids, change } = await insertOwn(transaction, session, inserted);
    const result = { imported: ids.length, problems: [], moreProblems: 0 };
    return { changes: [change], result, createdBy: session.userId };
  });
}

interface Inserted {
  zones: readonly store.ZoneValues[];
  target: WatchTarget;
  endpoint: Endpoint;
}

async function insertOwn(
  transaction: Database,
  session: Session,
  { zones, target, endpoint }: Inserted,
): Promise<{ ids: number[]; change: LoggedZones }> {
  const { userId } = session;
  await requireRoom(transaction, 'zones', userId, zones.length);
  const deviceIds = await resolveTarget(transaction, scopeOf(session), target);
  const ids = await store.insertZones(transaction, zones, { target, createdBy: userId });
  return { ids, change: { what: 'set', deviceIds, zones, actor: actorOf(session, endpoint) } };
}

/** Finds the devices of a target in the scope of the zone's creator. Throws when its group or device is not there. */
async function resolveTarget(transaction: Database, creator: Scope, target: WatchTarget): Promise<number[]> {
  await requireTarget(transaction, creator, target, { keepDevice: true });
  const deviceIds = await store.findTargetDevices(transaction, creator, target);
  const { devices: atMost } = limits.run;
  // Each of them gets an entry in its log.
  if (deviceIds.length > atMost) throw new AppError('too_many_devices', { count: atMost });
  return deviceIds;
}

async function lockOwn(transaction: Database, zoneId: number, scope: Scope): Promise<store.StoredZone> {
  const zone = await store.lockZone(transaction, zoneId, scope);
  if (zone === undefined) throw new AppError('zone_not_found');
  return zone;
}

function storableValues({ name, colour, area }: store.ZoneValues): store.ZoneValues {
  return { name: storableText(name), colour, area };
}
