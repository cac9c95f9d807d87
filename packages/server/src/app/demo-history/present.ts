import { setTimeout as delay } from 'node:timers/promises';
import { deviceList, limits, startLiveLocation } from '@fairwatch/contract';
import { findFirstSuperAdmin } from '../../modules/accounts/accounts.store.ts';
import { useApproved, type Waiting } from './agreement.ts';
import { actAs, CallRefused, type CalledServer, type PastAdmin } from './past-admin.ts';

/** For how long a phone is followed after the history, in minutes. */
const followedMinutes = 60;
/** How often somebody asks again for the owner's agreement, since a request is open for some minutes only. */
const asksAtMost = 12;

/** Follows the first phone that shares its location, on the live server, so that a first look at the map finds something that moves. */
export async function followFirstPhone(server: CalledServer): Promise<void> {
  const owner = await findFirstSuperAdmin(server.services.db);
  if (owner === null) return;
  await actOnce(server, owner, async (admin) => {
    admin.reason = 'A first look at what a live location is.';
    for (const { id } of await admin.call(deviceList, { sortBy: 'id', sortDirection: 'asc', pageSize: 4 })) {
      if (await admin.command(startLiveLocation, { deviceId: id, minutes: followedMinutes })) return;
    }
  });
}

/** Asks for the owner's agreement to use something of a device. */
export async function askForAgreement(server: CalledServer, { asker, approval, deviceId }: Waiting): Promise<void> {
  await actOnce(server, asker, async (admin) => {
    admin.reason = 'The person asked us to check it with them.';
    await useApproved(admin, approval, deviceId);
  });
}

/** Asks again whenever nobody has decided in time, so that during the first hours a request waits for the owner. */
export async function keepAsking(server: CalledServer, waiting: Waiting): Promise<void> {
  for (let asked = 0; asked < asksAtMost; asked += 1) {
    await delay(limits.approval.decideWithinMs, undefined, { signal: server.signal, ref: false });
    await askForAgreement(server, waiting);
  }
}

/** Does something in a session that ends with it. What is refused is left out. */
async function actOnce(
  server: CalledServer,
  account: { id: number; username: string },
  act: (admin: PastAdmin) => Promise<void>,
): Promise<void> {
  server.signal.throwIfAborted();
  const admin = await actAs(server, account);
  try {
    await act(admin);
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
  } finally {
    await admin.signOut().catch(() => undefined);
  }
}
