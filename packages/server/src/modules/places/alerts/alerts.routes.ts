import {
  acknowledgeAlerts,
  alertChoices,
  alertList,
  alertRules,
  createAlertRule,
  deleteAlertRule,
  switchAlertRule,
  tryAlertRule,
  updateAlertRule,
  type AlertRule,
} from '@fairwatch/contract';
import { acknowledge, listAlerts, listRules, type ListedRule } from './alert-list.store.ts';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import {
  choicesFor,
  createRuleByAdmin,
  deleteRuleByAdmin,
  switchRuleByAdmin,
  tryRuleByAdmin,
  updateRuleByAdmin,
} from './alerts.service.ts';

const pageSize = 50;

export function alertsRoutes(services: Services): Route[] {
  const { db, auditLog, bus } = services;
  /** Logs that the session was shown the devices that rules name, and those of which they tell when a rule last fired. Returns the rules. */
  const shown = async (session: Session, listed: readonly ListedRule[]): Promise<AlertRule[]> => {
    const named = listed.flatMap(({ rule: { target, targetName } }) =>
      target.for === 'DEVICE' && targetName !== null ? target.deviceId : [],
    );
    const told = listed.flatMap(({ lastDeviceId }) => lastDeviceId ?? []);
    await logSeen(auditLog, { session, endpoint: alertRules }, [...new Set([...named, ...told])]);
    return listed.map(({ rule }) => rule);
  };
  /** The same for the one rule that a call has changed. */
  const changed = async (session: Session, listed: ListedRule): Promise<AlertRule> => {
    await shown(session, [listed]);
    return listed.rule;
  };
  return [
    handle(alertRules, async ({ session, scope }) => await shown(session, await listRules(db, scope))),
    handle(createAlertRule, async ({ session, input }) =>
      changed(session, await createRuleByAdmin(services, session, input)),
    ),
    handle(updateAlertRule, async ({ session, input }) =>
      changed(session, await updateRuleByAdmin(services, session, input)),
    ),
    handle(switchAlertRule, async ({ session, input }) =>
      changed(session, await switchRuleByAdmin(services, session, input)),
    ),
    handle(deleteAlertRule, ({ session, input }) => deleteRuleByAdmin(services, session, input.ruleId)),
    handle(tryAlertRule, ({ session, input }) => tryRuleByAdmin(services, session, input)),
    handle(alertChoices, ({ session }) => choicesFor(db, session)),
    handle(alertList, async ({ session, scope, input }) => {
      const found = await listAlerts(db, scope, input, pageSize + 1);
      const alerts = found.slice(0, pageSize);
      await logSeen(auditLog, { session, endpoint: alertList }, [...new Set(alerts.map(({ deviceId }) => deviceId))]);
      return { alerts, more: found.length > pageSize };
    }),
    handle(acknowledgeAlerts, async ({ scope, input }) => {
      const count = await acknowledge(db, scope, input.alertIds);
      if (count > 0) bus.publish('changed', { feature: 'alerts', deviceId: null });
      return { changed: count };
    }),
  ];
}
