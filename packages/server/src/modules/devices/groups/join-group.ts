import type { Database } from '../../../shared/schema/schema.ts';
import { insertJoinedMember } from './join-group.store.ts';

/**
 * Puts a device that has just joined into the group of its passcode, in the transaction that enrols it. Returns the group's name; null when
 * the group has a rule meanwhile, or its owner does not see the device: it then joins without the group.
 */
export async function joinGroup(transaction: Database, deviceId: number, groupId: number): Promise<string | null> {
  return await insertJoinedMember(transaction, deviceId, groupId);
}
