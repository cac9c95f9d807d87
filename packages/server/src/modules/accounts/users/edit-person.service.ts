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
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { appendAudits } from '../../../shared/audit/audit.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import { createUrlToken } from '../../../core/http/url-token.ts';
import type { Services } from '../../../shared/services/services.ts';
import { deletePicture, savePicture } from '../profile-picture.store.ts';
import { makeSquarePicture } from '../profile-picture.ts';
import { listDeviceIds, lockUser, updateNickname, updateUserType, type LockedUser } from './users.store.ts';

/** The entry for the log of each device of the person; null when nothing changed. */
type Entry = { action: AuditAction; details: AuditDetails } | null;
type Edit = (user: LockedUser, transaction: Database) => Promise<Entry>;

/** Sets the nickname of a device's person. An unchanged name is not logged. */
export async function renamePerson(services: Services, call: Call<typeof renameUser>) {
  const { nickname } = call.input;
  await editPerson(services, renameUser, call, async (user, transaction) => {
    assertPerson(user);
    const before = user.nickname;
    if (before === nickname) return null;
    await updateNickname(transaction, user.id, nickname);
    return { action: 'RENAME', details: { before, after: nickname } };
  });
  return { nickname };
}

/** Changes the user type of an account. For an account that can sign in, it is also logged in the access log. */
export async function changeAccountType(services: Services, call: Call<typeof changeUserType>) {
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

/** Sets the picture of a device's person. Its URL is new, so that copies of the old URL stop working. */
export async function storePersonPicture(services: Services, call: Call<typeof setPersonPicture>) {
  const { session, input } = call;
  const square = await makeSquarePicture(Buffer.from(input.image, 'base64'), session.userId);
  const address = createUrlToken();
  await editPerson(services, setPersonPicture, call, async (user, transaction) => {
    assertPerson(user);
    await savePicture(transaction, user.id, address, square);
    return { action: 'PERSON', details: { what: 'picture set' } };
  });
  return { profileIconPath: `${picturePath}/${address}` };
}

export async function deletePersonPicture(services: Services, call: Call<typeof removePersonPicture>): Promise<null> {
  await editPerson(services, removePersonPicture, call, async (user, transaction) => {
    assertPerson(user);
    const removed = await deletePicture(transaction, user.id);
    return removed ? { action: 'PERSON', details: { what: 'picture removed' } } : null;
  });
  return null;
}

/** Throws for an account that can sign in: its owner and the role manager change its nickname and picture. */
function assertPerson({ signsIn }: LockedUser): void {
  if (signsIn) throw new AppError('signs_in');
}

/** Changes an account in scope and logs it in its devices, in one transaction. */
async function editPerson(
  { db, bus }: Services,
  { path: subject }: Endpoint,
  { session, scope, input }: Pick<Call<typeof removePersonPicture>, 'session' | 'scope' | 'input'>,
  edit: Edit,
): Promise<void> {
  const deviceIds = await db.transaction().execute(async (transaction) => {
    // The access log is locked before the account, as in every change of access: another order could deadlock.
    if (subject === changeUserType.path) await lockAccessLog(transaction);
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
  for (const feature of ['users', 'profile', 'admins'] as const) bus.publish('changed', { feature, deviceId: null });
}
