import type { PermissionStatus } from '@fairwatch/contract';
import type { FakePhone } from '../../fake/fake-phone.ts';
import type { Random } from '../../fake/random.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { clientPermissions, type ClientPermission } from './app-permissions.words.ts';

/** What the client app may do on a simulated phone; between two readings its person changes a setting now and then. */
export function fakeAppPermissions(
  random: Random,
  { facts }: Pick<FakePhone, 'facts'>,
): () => RowOf<'app-permissions'>[] {
  const osVersion = Number.parseInt(facts.osVersion, 10);
  const statuses = new Map(clientPermissions.map((wanted) => [wanted, firstStatus(random, wanted, osVersion)]));
  const changeable = clientPermissions.filter((wanted) => isAsked(wanted, osVersion));
  let read = false;

  return () => {
    if (read && random.chance(0.7)) {
      const changed = random.pick(changeable);
      statuses.set(changed, changedStatus(random, changed, statuses.get(changed)));
    }
    read = true;
    return Array.from(statuses, ([{ title, permission, description, userPermissionRequirement }, status]) => ({
      key: permission,
      title,
      status,
      permission,
      description,
      userPermissionRequirement,
    }));
  };
}

function isAsked({ askedFrom = 0 }: ClientPermission, osVersion: number): boolean {
  return osVersion >= askedFrom;
}

function firstStatus(random: Random, wanted: ClientPermission, osVersion: number): PermissionStatus {
  if (!isAsked(wanted, osVersion)) return 'GRANTED';
  if (wanted.userPermissionRequirement === 'REQUIRED') return random.chance(0.95) ? 'GRANTED' : 'DENIED';
  const share = random.next();
  if (share < 0.1) return 'NOT_ASKED';
  if (share < 0.2) return 'DENIED';
  return wanted.whileInUse && share < 0.75 ? 'ONLY_WHILE_IN_USE' : 'GRANTED';
}

/** Returns another status than before; never the one of a permission that was not asked for yet. */
function changedStatus(random: Random, { whileInUse }: ClientPermission, before?: PermissionStatus): PermissionStatus {
  const choices: PermissionStatus[] = whileInUse ? ['GRANTED', 'ONLY_WHILE_IN_USE', 'DENIED'] : ['GRANTED', 'DENIED'];
  return random.pick(choices.filter((status) => status !== before));
}
