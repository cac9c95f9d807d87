import { canUseRule, limits, previewRule, type GroupRule } from '@fairwatch/contract';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { findTested } from './groups.store.ts';
import { ruleWords } from './rule-words.ts';
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
