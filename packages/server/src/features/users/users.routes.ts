import {
  changeUserType,
  removePersonPicture,
  renameUser,
  setPersonPicture,
  userDetail,
  userList,
} from '@fairwatch/contract';
import { idsIn, logSeen } from '../../core/devices/audit/seen-log.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { changeType, removePicture, rename, setPicture } from './edit-person.service.ts';
import { readUser } from './users.service.ts';
import { findDevicesOf, listUsers } from './users.store.ts';

export function usersRoutes(services: Services): Route[] {
  return [
    handle(userList, async ({ session, scope, input }) => {
      const page = await listUsers(services.db, scope, input);
      const devicesOf = (userIds: readonly number[]) => findDevicesOf(services.db, userIds);
      await logSeen(services.db, { session, endpoint: userList, input }, idsIn(page), devicesOf);
      return page;
    }),
    handle(userDetail, (call) => readUser(services, call)),
    handle(renameUser, (call) => rename(services, call)),
    handle(changeUserType, (call) => changeType(services, call)),
    handle(setPersonPicture, (call) => setPicture(services, call)),
    handle(removePersonPicture, (call) => removePicture(services, call)),
  ];
}
