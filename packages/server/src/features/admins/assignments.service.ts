import { assignDevices, isConfinedToWelcome, removeDevices, type Endpoint } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { appendAudits } from '../../domain/audit/audit.store.ts';
import type { Call } from '../../domain/routing/route.ts';
import { scopeOf } from '../../domain/scope.ts';
import type { Services } from '../../domain/services/services.ts';
import { deleteAssignments, findDevices, insertAssignments } from './assignments.store.ts';
import { refusalToTouch } from './account-rules.ts';
import { changeAccount } from './change-account.ts';

type AssignmentCall = Call<typeof assignDevices> | Call<typeof removeDevices>;

/** Adds devices to an admin's scope, all or none. The caller must have every device in their own scope. */
export function addAssignments(services: Services, call: Call<typeof assignDevices>) {
  return changeAssignments(services, call, assignDevices);
}

/** Removes devices from an admin's scope, all or none. */
export function removeAssignments(services: Services, call: Call<typeof removeDevices>) {
  return changeAssignments(services, call, removeDevices);
}

async function changeAssignments(services: Services, { session, input }: AssignmentCall, endpoint: Endpoint) {
  const { userId, deviceIds } = input;
  const assigns = endpoint === assignDevices;
  const attempt = { session, endpoint, userId, rule: refusalToTouch };
  let touched: readonly number[] = [];
  const answer = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (isConfinedToWelcome(target.adminRole)) throw new AppError('not_an_admin');
    const wanted = new Set(deviceIds);
    const scope = scopeOf({ userId: actor.id, adminRole: actor.adminRole });
    const devices = await findDevices(transaction, scope, [...wanted]);
    if (devices.length < wanted.size) throw new AppError('device_not_found');
    const ids = devices.map(({ id }) => id);
    const { changed, before } = assigns
      ? await insertAssignments(transaction, userId, ids)
      : await deleteAssignments(transaction, userId, ids);
    touched = changed;
    if (changed.length === 0) return { answer: { changed: 0 } };
    // The device's log tells its person who may see it now.
    await appendAudits(transaction, changed, {
      actorId: actor.id,
      actorName: actor.username,
      action: assigns ? 'ASSIGN' : 'UNASSIGN',
      subject: endpoint.path,
      details: { admin: target.username },
    });
    // Devices are logged by id, because a name must not outlive the device. The log's reader sees the names of present devices.
    const numbers = ids.filter((id) => changed.includes(id)).map(String);
    const after = assigns ? before + changed.length : before - changed.length;
    return {
      answer: { changed: changed.length },
      entry: {
        action: assigns ? ('ASSIGN' as const) : ('REMOVE' as const),
        before: { devices: before },
        after: { devices: after, [assigns ? 'assigned' : 'removed']: numbers },
      },
    };
  });
  if (answer.changed > 0) publishChanges(services, userId, touched);
  return answer;
}

/** Makes open consoles reload their lists. The affected admin's console reloads everything, including device pages. */
function publishChanges({ bus }: Services, userId: number, deviceIds: readonly number[]): void {
  bus.publish('supervisionChanged', { deviceIds });
  bus.publish('changed', { feature: 'devices', deviceId: null });
  bus.publish('changed', { feature: 'assignments', deviceId: null, userId });
}
