import {
  adminDetail,
  adminList,
  assignDevices,
  blockUser,
  changeSuperior,
  clientsOfAdmin,
  freeClients,
  promoteUser,
  rejectUser,
  removeDevices,
  renameAdmin,
  resetSignIn,
  setPassword,
  updateFeatureAccess,
  updateSidebar,
} from '@fairwatch/contract';
import { showDevices } from '../../core/devices/audit/seen-log.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { demandVisible, readAdmin } from './admins.service.ts';
import { listAdmins } from './admins.store.ts';
import { assign, remove } from './assignments.service.ts';
import { listClients } from './assignments.store.ts';
import { reset } from './reset-sign-in.service.ts';
import { block, promote, reject } from './roles.service.ts';
import { changeFeatureAccess, changePassword, changeSidebar, rename } from './settings.service.ts';
import { moveUnder } from './superior.service.ts';

export function adminsRoutes(services: Services): Route[] {
  return [
    handle(adminList, ({ scope, input }) => listAdmins(services.db, scope, input)),
    handle(adminDetail, (call) => readAdmin(services, call)),
    handle(promoteUser, (call) => promote(services, call)),
    handle(rejectUser, (call) => reject(services, call)),
    handle(blockUser, (call) => block(services, call)),
    handle(updateFeatureAccess, (call) => changeFeatureAccess(services, call)),
    handle(setPassword, (call) => changePassword(services, call)),
    handle(resetSignIn, (call) => reset(services, call)),
    handle(changeSuperior, (call) => moveUnder(services, call)),
    handle(renameAdmin, (call) => rename(services, call)),
    handle(updateSidebar, (call) => changeSidebar(services, call)),
    handle(assignDevices, (call) => assign(services, call)),
    handle(removeDevices, (call) => remove(services, call)),
    handle(clientsOfAdmin, async ({ session, scope, input }) => {
      await demandVisible(services, scope, input.userId);
      const page = await listClients(services.db, scope, input, 'assigned');
      return await showDevices(services.db, { session, endpoint: clientsOfAdmin, input }, page);
    }),
    handle(freeClients, async ({ session, scope, input }) => {
      await demandVisible(services, scope, input.userId);
      const page = await listClients(services.db, scope, input, 'free');
      return await showDevices(services.db, { session, endpoint: freeClients, input }, page);
    }),
  ];
}
