import {
  addToGroup,
  canUseRule,
  createGroup,
  deleteGroup,
  groupList,
  previewRule,
  removeFromGroup,
  updateGroup,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { countMatching, listGroups } from './groups.store.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { addMembers, changeGroup, makeGroup, removeGroup, removeMembers } from './groups.service.ts';
import { logTested } from './log-tested.ts';

export function groupsRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(groupList, ({ scope }) => listGroups(db, scope)),
    handle(previewRule, async ({ session, scope, input: { rule } }) => {
      if (!canUseRule(session, rule)) throw new AppError('not_allowed');
      await logTested(services, { session, scope, rule });
      return { devices: await countMatching(db, scope, rule) };
    }),
    handle(createGroup, (call) => makeGroup(services, call)),
    handle(updateGroup, (call) => changeGroup(services, call)),
    handle(deleteGroup, (call) => removeGroup(services, call)),
    handle(addToGroup, (call) => addMembers(services, call)),
    handle(removeFromGroup, (call) => removeMembers(services, call)),
  ];
}
