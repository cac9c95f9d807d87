import { assignDevices, isConfinedToWelcome, removeDevices, type Endpoint } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { appendAudits } from '../../core/devices/audit/audit.store.ts';
import type { Call } from '../../core/http/route.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { deleteAssignments, findDevices, insertAssignments } from './assignments.store.ts';
import { refusalToTouch } from './authority.ts';
import { changeAccount } from './change-account.ts';

type AssignmentCall = Call<typeof assignDevices> | Call<typeof removeDevices>;

/** Puts devices into an admin's scope, all or none. Nobody gives a device that they do not have. */
export function assign(services: Services, call: Call<typeof assignDevices>) {
  return changeAssignments(services, call, assignDevices);
}

/** Takes devices from an admin, all or none. */
export function remove(services: Services, call: Call<typeof removeDevices>) {
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
    // Whoever carries the device can read who may now see it.
    await appendAudits(transaction, changed, {
      actorId: actor.id,
      actorName: actor.username,
      action: assigns ? 'ASSIGN' : 'UNASSIGN',
      subject: endpoint.path,
      details: { admin: target.username },
    });
    // By number: a name would outlive the device's stay. Whoever reads the log sees the names of those that are here.
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
  if (answer.changed > 0) announce(services, userId, touched);
  return answer;
}

/** Lists follow everywhere. Whoever was given or lost devices reads everything again: pages of devices too. */
function announce({ bus }: Services, userId: number, deviceIds: readonly number[]): void {
  bus.publish('supervisionChanged', { deviceIds });
  bus.publish('changed', { feature: 'devices', deviceId: null });
  bus.publish('changed', { feature: 'assignments', deviceId: null, userId });
}
