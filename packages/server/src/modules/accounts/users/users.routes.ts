import {
  importPeople,
  renameUser,
  userDetail,
  userList,
  changeUserType,
  removePersonPicture,
  setPersonPicture,
} from '@fairwatch/contract';
import { idsIn, logSeen } from '../../../shared/audit/seen-log.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readUser } from './users.service.ts';
import { changeAccountType, deletePersonPicture, renamePerson, storePersonPicture } from './edit-person.service.ts';
import { importPeopleOf } from './import-people.ts';
import { findDevicesOf, listUsers } from './users.store.ts';

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
