import { canUseRule, limits, previewRule, type GroupRule, capabilities } from '@fairwatch/contract';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { findTested } from './groups.store.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';

/**
 * Writes a rule to the logs of the devices whose shared details it is tried on, before its number of devices tells something about them. A
 * number over more than `limits.group.testsLogged` devices is none about one of them; whoever is then shown the members, in a list of
 * devices, is in their logs by that. A rule that the admin may not use is refused elsewhere and reads nothing.
 */
export async function logTested(
  { db, auditLog }: Pick<Services, 'db' | 'auditLog'>,
  { session, scope, rule }: { session: Session; scope: Scope; rule: GroupRule | null },
): Promise<void> {
  if (rule?.osName === undefined || !canUseRule(session, rule)) return;
  const { testsLogged } = limits.group;
  const tested = await findTested(db, scope, rule, testsLogged + 1);
  if (tested.length > testsLogged) return;
  await logSeen(auditLog, { session, endpoint: previewRule, input: { search: ruleWords(rule) } }, tested);
}

/** Returns the conditions of a rule in words, for the log. */
function ruleWords(rule: GroupRule): string {
  const { appVersionIs, appVersionBelow, osName, emailDomain, joinedSince, status, shares } = rule;
  return [
    ...(osName === undefined ? [] : [`the system contains '${osName}'`]),
    ...(appVersionIs === undefined ? [] : [`the app has version ${appVersionIs}`]),
    ...(appVersionBelow === undefined ? [] : [`the app is older than ${appVersionBelow}`]),
    ...(emailDomain === undefined ? [] : [`the email ends with '${emailDomain}'`]),
    ...(joinedSince === undefined ? [] : [`joined since ${joinedSince}`]),
    ...(status === undefined ? [] : [`is ${status}`]),
    ...(shares === undefined ? [] : [`shares ${shares.map((kind) => capabilities[kind].title).join(', ')}`]),
  ].join(', ');
}
