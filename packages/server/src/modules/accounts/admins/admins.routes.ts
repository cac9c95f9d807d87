import {
  adminDetail,
  adminList,
  assignDevices,
  assignGroup,
  assignSelection,
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
import { showDevices } from '../../../shared/audit/seen-log.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { assertVisible, readAdmin, resetAccountSignIn } from './admins.service.ts';
import { listAdmins } from './admins.store.ts';
import { addAssignments, changeGroupAssignment, changeSelection, removeAssignments } from './assignments.service.ts';
import { listClients } from './assignments.store.ts';
import { setAccountBlocked, promoteAccount, rejectAccount } from './roles.service.ts';
import { changeFeatureAccess, setAccountPassword, changeSidebar, renameAccount } from './settings.service.ts';
import { changeSuperiorOf } from './superior.service.ts';

export function adminsRoutes(services: Services): Route[] {
  return [
    handle(adminList, ({ scope, input }) => listAdmins(services.db, scope, input)),
    handle(adminDetail, (call) => readAdmin(services, call)),
    handle(promoteUser, (call) => promoteAccount(services, call)),
    handle(rejectUser, (call) => rejectAccount(services, call)),
    handle(blockUser, (call) => setAccountBlocked(services, call)),
    handle(updateFeatureAccess, (call) => changeFeatureAccess(services, call)),
    handle(setPassword, (call) => setAccountPassword(services, call)),
    handle(resetSignIn, (call) => resetAccountSignIn(services, call)),
    handle(changeSuperior, (call) => changeSuperiorOf(services, call)),
    handle(renameAdmin, (call) => renameAccount(services, call)),
    handle(updateSidebar, (call) => changeSidebar(services, call)),
    handle(assignDevices, (call) => addAssignments(services, call)),
    handle(removeDevices, (call) => removeAssignments(services, call)),
    handle(assignSelection, (call) => changeSelection(services, call)),
    handle(assignGroup, (call) => changeGroupAssignment(services, call)),
    handle(clientsOfAdmin, async ({ session, scope, input }) => {
      await assertVisible(services, scope, input.userId);
      const page = await listClients(services.db, scope, input, 'assigned');
      return await showDevices(services.auditLog, { session, endpoint: clientsOfAdmin, input }, page);
    }),
    handle(freeClients, async ({ session, scope, input }) => {
      await assertVisible(services, scope, input.userId);
      const page = await listClients(services.db, scope, input, 'free');
      return await showDevices(services.auditLog, { session, endpoint: freeClients, input }, page);
    }),
  ];
}
