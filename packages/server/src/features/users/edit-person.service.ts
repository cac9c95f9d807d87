import {
  changeUserType,
  picturePath,
  removePersonPicture,
  renameUser,
  setPersonPicture,
  userTypeTitles,
  type AuditAction,
  type AuditDetails,
  type Endpoint,
} from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../core/database/schema.ts';
import { appendAudits } from '../../core/devices/audit/audit.store.ts';
import type { Call } from '../../core/http/route.ts';
import { makeAddress } from '../../core/http/secret-address.ts';
import type { Services } from '../../core/services.ts';
import { deletePicture, savePicture } from '../../core/session/profile-picture.store.ts';
import { makeSquare } from '../../core/session/profile-picture.ts';
import { listDeviceIds, lockUser, updateNickname, updateUserType, type LockedUser } from './users.store.ts';

/** A line in the log of each device of the person; null when nothing changed. */
type Entry = { action: AuditAction; details: AuditDetails } | null;
type Edit = (user: LockedUser, transaction: Database) => Promise<Entry>;

/** Gives the person of devices their nickname. The same name again is no rename. */
export async function rename(services: Services, call: Call<typeof renameUser>) {
  const { nickname } = call.input;
  await editPerson(services, renameUser, call, async (user, transaction) => {
    demandPerson(user);
    const before = user.nickname;
    if (before === nickname) return null;
    await updateNickname(transaction, user.id, nickname);
    return { action: 'RENAME', details: { before, after: nickname } };
  });
  return { nickname };
}

/** Makes an account a guest, or a standard user again. For an account that signs in, the access log has it too. */
export async function changeType(services: Services, call: Call<typeof changeUserType>) {
  const { session, input } = call;
  const { type: userType } = input;
  await editPerson(services, changeUserType, call, async (user, transaction) => {
    if (user.adminRole === 'ADMIN' || user.adminRole === 'SUPER_ADMIN') throw new AppError('administrator_type');
    if (user.userType === userType) return null;
    await updateUserType(transaction, user.id, userType);
    const [before, after] = [userTypeTitles[user.userType], userTypeTitles[userType]];
    if (user.signsIn) {
      const actor = { id: session.userId, username: session.username };
      const facts = { before: { userType: before }, after: { userType: after } };
      await appendAccess(transaction, { actor, action: 'USER_TYPE', account: user, ...facts });
    }
    return { action: 'PERSON', details: { what: 'type', before, after } };
  });
  return { userType };
}

/** Sets the picture of a person who carries a device. It gets a new address, so that a copy of the old address stops working. */
export async function setPicture(services: Services, call: Call<typeof setPersonPicture>) {
  const { session, input } = call;
  const square = await makeSquare(Buffer.from(input.image, 'base64'), session.userId);
  const address = makeAddress();
  await editPerson(services, setPersonPicture, call, async (user, transaction) => {
    demandPerson(user);
    await savePicture(transaction, user.id, address, square);
    return { action: 'PERSON', details: { what: 'picture set' } };
  });
  return { profileIconPath: `${picturePath}/${address}` };
}

export async function removePicture(services: Services, call: Call<typeof removePersonPicture>): Promise<null> {
  await editPerson(services, removePersonPicture, call, async (user, transaction) => {
    demandPerson(user);
    const removed = await deletePicture(transaction, user.id);
    return removed ? { action: 'PERSON', details: { what: 'picture removed' } } : null;
  });
  return null;
}

/** Nickname and picture of an account that signs in are its owner's business, and the role manager's. */
function demandPerson({ signsIn }: LockedUser): void {
  if (signsIn) throw new AppError('signs_in');
}

/** Changes an account in scope and writes it to the logs of its devices, all or nothing. */
async function editPerson(
  { db, bus }: Services,
  { path: subject }: Endpoint,
  { session, scope, input }: Pick<Call<typeof removePersonPicture>, 'session' | 'scope' | 'input'>,
  edit: Edit,
): Promise<void> {
  const deviceIds = await db.transaction().execute(async (transaction) => {
    // The access log before the account, in the order of whoever changes access: otherwise the two could deadlock.
    if (subject === changeUserType.path) await holdAccess(transaction);
    const user = await lockUser(transaction, scope, input.userId);
    if (user === undefined) throw new AppError('user_not_found');
    const entry = await edit(user, transaction);
    if (entry === null) return null;
    const ids = await listDeviceIds(transaction, user.id);
    await appendAudits(transaction, ids, {
      actorId: session.userId,
      actorName: session.username,
      subject,
      ...entry,
    });
    return ids;
  });
  if (deviceIds === null) return;
  for (const deviceId of deviceIds) bus.publish('changed', { feature: 'devices', deviceId });
  for (const feature of ['users', 'profile', 'admins']) bus.publish('changed', { feature, deviceId: null });
}
