import {
  limits,
  mapPositions,
  missingPositions,
  type MapPositions,
  type MissingPositions,
  type ParsedInputOf,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { JsonText } from '../../../core/http/payloads/reply.ts';
import { logSeen, logShownOnMap } from '../../../shared/audit/seen-log.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import {
  findMissingDevices,
  findShownDevices,
  isGroupSeen,
  readNewestPositions,
  type NamedPositions,
} from './positions.store.ts';

interface MapCall {
  session: Session;
  scope: Scope;
  input: ParsedInputOf<typeof mapPositions>;
}

/**
 * Reads where the devices in scope are. First the devices are found, then their logs get a line, and only then the positions are read, of those
 * who still share them: writing thousands of lines takes a moment in which somebody may withdraw.
 */
export async function readMapPositions(
  { db, auditLog }: Pick<Services, 'db' | 'auditLog'>,
  { session, scope, input }: MapCall,
): Promise<JsonText> {
  const { search, groupId, status, since } = input;
  if (groupId !== undefined && !(await isGroupSeen(db, scope, groupId))) throw new AppError('group_not_found');
  const match = { search, filter: { groupId, status } };
  const most = limits.map.positions;
  const found = await findShownDevices(db, scope, match, most);
  const shown = found.shown.slice(0, most);
  const deviceIds = shown.map(([id]) => id);
  await logShownOnMap(auditLog, { session, endpoint: mapPositions, input, capability: 'LOCATION' }, deviceIds);
  const parts = await Promise.all(inParts(deviceIds).map((part) => readNewestPositions(db, scope, part, since)));
  const facts = {
    shown: since === undefined ? null : shown,
    notShared: found.notShared,
    noPosition: found.noPosition,
    withheld: found.withheld,
    cut: found.shown.length > most,
    asOf: found.asOf,
  } satisfies Omit<MapPositions, keyof NamedPositions>;
  const [positions, names, people] = (['positions', 'names', 'people'] as const).map((name) =>
    joinArrays(parts.map((part) => part[name])),
  );
  return {
    jsonText: `{"positions":${positions},"names":${names},"people":${people},${JSON.stringify(facts).slice(1)}`,
  };
}

/** One JSON array with the items of several. */
export function joinArrays(arrays: readonly string[]): string {
  const items = arrays.map((array) => array.slice(1, -1)).filter((inside) => inside !== '');
  return `[${items.join()}]`;
}

/** Names the devices that the map counts and does not show. Each of them gets a line in its log. */
export async function readMissingPositions(
  { db, auditLog }: Pick<Services, 'db' | 'auditLog'>,
  { session, scope, input }: Omit<MapCall, 'input'> & { input: ParsedInputOf<typeof missingPositions> },
): Promise<MissingPositions> {
  const { search, groupId, status } = input;
  if (groupId !== undefined && !(await isGroupSeen(db, scope, groupId))) throw new AppError('group_not_found');
  const most = limits.map.missing;
  const found = await findMissingDevices(db, scope, { search, filter: { groupId, status } }, most);
  const devices = found.slice(0, most);
  const deviceIds = devices.map(({ deviceId }) => deviceId);
  await logSeen(auditLog, { session, endpoint: missingPositions, input: { search } }, deviceIds);
  return { devices, cut: found.length > most };
}

/** From so many devices on, two statements read a half each at the same time, since PostgreSQL uses one processor for each. */
const halvedFrom = 2000;

/** The devices as they are read: in the same order, all or two halves of them. */
export function inParts(deviceIds: readonly number[]): (readonly number[])[] {
  if (deviceIds.length < halvedFrom) return [deviceIds];
  const half = Math.ceil(deviceIds.length / 2);
  return [deviceIds.slice(0, half), deviceIds.slice(half)];
}
