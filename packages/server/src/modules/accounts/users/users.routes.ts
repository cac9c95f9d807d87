import {
  importPeople,
  renameUser,
  userDetail,
  userList,
  changeUserType,
  removePersonPicture,
  setPersonPicture,
  type UserDetail,
} from '@fairwatch/contract';
import { idsIn, logSeen } from '../../../shared/audit/seen-log.ts';
import { handle, type Route, type Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { changeAccountType, deletePersonPicture, renamePerson, storePersonPicture } from './edit-person.service.ts';
import { importPeopleOf } from './import-people.ts';
import { findDevicesOf, listUsers, findUser, listDevicesOf } from './users.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { logReads } from '../../../shared/audit/read-log.ts';

export function usersRoutes(services: Services): Route[] {
  return [
    handle(userList, async ({ session, scope, input }) => {
      const page = await listUsers(services.db, scope, input);
      const devicesOf = (userIds: readonly number[]) => findDevicesOf(services.db, userIds);
      await logSeen(services.auditLog, { session, endpoint: userList, input }, idsIn(page), devicesOf);
      return page;
    }),
    handle(userDetail, (call) => readUser(services, call)),
    handle(renameUser, (call) => renamePerson(services, call)),
    handle(changeUserType, (call) => changeAccountType(services, call)),
    handle(setPersonPicture, (call) => storePersonPicture(services, call)),
    handle(removePersonPicture, (call) => deletePersonPicture(services, call)),
    handle(importPeople, (call) => importPeopleOf(services, call)),
  ];
}

/** Reads an account with its devices. The read is logged in each device. */
async function readUser({ db, auditLog }: Services, { session, scope, input }: Call<typeof userDetail>) {
  const found = await findUser(db, scope, input.userId);
  if (!found) throw new AppError('user_not_found');
  const devices = await listDevicesOf(db, scope, input.userId);
  const deviceIds = devices.map(({ id }) => id);
  await logReads(auditLog, { session, endpoint: userDetail, part: '' }, deviceIds);
  return { ...found, devices } satisfies UserDetail;
}
