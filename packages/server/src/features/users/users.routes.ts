import { renameUser, userDetail, userList } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { readUser, rename } from './users.service.ts';
import { listUsers } from './users.store.ts';

export function usersRoutes(services: Services): Route[] {
  return [
    handle(userList, ({ scope, input }) => listUsers(services.db, scope, input)),
    handle(userDetail, (call) => readUser(services, call)),
    handle(renameUser, (call) => rename(services, call)),
  ];
}
