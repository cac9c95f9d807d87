import {
  capabilityNames,
  defaultPolicies,
  ownZone,
  presets,
  type InstallationFace,
  type InputOf,
  type PresetChanges,
  type PresetSettings,
  type SharingHours,
  type UsePolicy,
  type updatePreset,
} from '@fairwatch/contract';
import { isDeepStrictEqual } from 'node:util';
import { retryDeadlock } from '../../../core/database/retry-deadlock.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { findFaceChange, readFace, unusedKinds, writeFace } from '../../../shared/settings/preset.store.ts';
import { readDefaultHours, writeDefaultHours } from '../../consent/default-hours.store.ts';
import { listPolicies, writePolicy } from '../../consent/policies/use-policies.store.ts';
import { readRetention, writeRetention } from '../../device-data/retention/retention.store.ts';
import { retainedKinds } from '../../device-data/retention/retention.ts';
import { applyKindsChange, publishKindsChange, type KindsChange } from './change-kinds.ts';
import { deleteKind } from './delete-unused.ts';
import { countKind, countSharing } from './kinds-data.store.ts';

type Wanted = InputOf<typeof updatePreset>;
type Rules = Pick<PresetChanges, 'retention' | 'policies' | 'hours'>;

export async function readPresetSettings(db: Database): Promise<PresetSettings> {
  const change = await findFaceChange(db);
  return { ...(await readFace(db)), changedBy: change?.changedBy ?? null, changedAt: change?.changedAt ?? null };
}

/** Says what a change would do, without doing any of it. */
export async function previewChanges(
  { db }: Pick<Services, 'db'>,
  tables: readonly RowTable[],
  wanted: Wanted,
): Promise<PresetChanges> {
  const { taken, given } = kindsChange(await readFace(db), wanted);
  const sharing = await countSharing(db, taken);
  const takenAway = await Promise.all(
    taken.map(async (capability) => {
      const { devices, rows } = await semaphore(() => countKind(db, tables, capability));
      return { capability, sharedBy: sharing.get(capability) ?? 0, devices, rows };
    }),
  );
  return { takenAway, givenBack: [...given], ...(await rulesThatChange(db, tables, wanted)) };
}

/** Sets the preset, the used kinds and, when asked for, the rules that it proposes: all or none. */
export async function changePreset(
  services: Services,
  tables: readonly RowTable[],
  wanted: Wanted,
  by: { userId: number; username: string },
): Promise<PresetSettings> {
  const { db, bus } = services;
  // A kind that is given back before the last of its data was deleted would show it again.
  for (const kind of kindsChange(await readFace(db), wanted).given) await deleteKind(services, tables, kind);
  const change = async (transaction: Database) => {
    const before = await readFace(transaction, { lock: true });
    const usedKinds = capabilityNames.filter((kind) => wanted.usedKinds.includes(kind));
    await writeFace(transaction, { before, after: { preset: wanted.preset, usedKinds } }, by);
    await writeRules(transaction, await rulesThatChange(transaction, tables, wanted), by);
    const kinds = kindsChange(before, wanted);
    return kinds.taken.length + kinds.given.length === 0 ? null : await applyKindsChange(transaction, kinds, by);
  };
  const ended = await retryDeadlock(() => db.transaction().execute(change));
  if (ended === null) bus.publish('kindsChanged', {});
  else publishKindsChange(services, ended);
  bus.publish('policiesChanged', {});
  bus.publish('supervisionChanged', { deviceIds: null });
  for (const feature of ['profile', 'reasons'] as const) bus.publish('changed', { feature, deviceId: null });
  return await readPresetSettings(db);
}

/** Counts at most three kinds at once, because a slow count occupies a connection of the pool. */
const semaphore = createSemaphore(3);

function kindsChange(
  before: Pick<InstallationFace, 'usedKinds'>,
  { usedKinds }: Pick<Wanted, 'usedKinds'>,
): KindsChange {
  return {
    taken: before.usedKinds.filter((kind) => !usedKinds.includes(kind)),
    given: unusedKinds(before).filter((kind) => usedKinds.includes(kind)),
  };
}

/** Finds what the rules of a preset differ in from those that are set. */
async function rulesThatChange(
  db: Database,
  tables: readonly RowTable[],
  { preset, withRules, timeZone = ownZone() }: Wanted,
): Promise<Rules> {
  if (!withRules) return { retention: [], policies: [], hours: null };
  const proposed = presets[preset];
  const set = await readRetention(db);
  const retention = retainedKinds(tables).flatMap(({ kind, title, defaultDays }) => {
    const [before, after] = [set.get(kind)?.days ?? defaultDays, proposed.retention[kind] ?? defaultDays];
    return before === after ? [] : [{ kind, title, before, after }];
  });
  const policies = (await listPolicies(db)).flatMap(({ capability, reason, approval }) => {
    const before: UsePolicy = { reason, approval };
    const after = proposed.policies[capability] ?? defaultPolicies[capability];
    return isDeepStrictEqual(before, after) ? [] : [{ capability, before, after }];
  });
  const { hours: before } = await readDefaultHours(db);
  const after: SharingHours | null = proposed.hours && { timeZone, days: [...proposed.hours] };
  return { retention, policies, hours: isDeepStrictEqual(before, after) ? null : { before, after } };
}

async function writeRules(
  db: Database,
  { retention, policies, hours }: Rules,
  by: { userId: number; username: string },
): Promise<void> {
  for (const change of retention) await writeRetention(db, change, by);
  for (const change of policies) await writePolicy(db, change, by);
  if (hours !== null) await writeDefaultHours(db, hours, by);
}
