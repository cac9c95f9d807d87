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
import { acknowledge, listAlerts, listRules } from '../../domain/alerts/alert-list.store.ts';
import { logSeen } from '../../domain/audit/seen-log.ts';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import type { Session } from '../../domain/session.ts';
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
  /** Logs that the session was shown the devices that rules name. Returns the rules. */
  const shown = async <Rules extends readonly AlertRule[]>(session: Session, rules: Rules): Promise<Rules> => {
    const named = rules.flatMap(({ target, targetName }) =>
      target.for === 'DEVICE' && targetName !== null ? target.deviceId : [],
    );
    await logSeen(auditLog, { session, endpoint: alertRules }, [...new Set(named)]);
    return rules;
  };
  return [
    handle(alertRules, async ({ session, scope }) => await shown(session, await listRules(db, scope))),
    handle(createAlertRule, ({ session, input }) => createRuleByAdmin(services, session, input)),
    handle(updateAlertRule, ({ session, input }) => updateRuleByAdmin(services, session, input)),
    handle(switchAlertRule, async ({ session, input }) => {
      const rule = await switchRuleByAdmin(services, session, input);
      await shown(session, [rule]);
      return rule;
    }),
    handle(deleteAlertRule, ({ session, input }) => deleteRuleByAdmin(services, session, input.ruleId)),
    handle(tryAlertRule, ({ session, input }) => tryRuleByAdmin(services, session, input)),
    handle(alertChoices, ({ session }) => choicesFor(db, session)),
    handle(alertList, async ({ session, scope, input }) => {
      const reader = { ...scope, actor: session };
      const found = await listAlerts(db, reader, input, pageSize + 1);
      const alerts = found.slice(0, pageSize);
      await logSeen(auditLog, { session, endpoint: alertList }, [...new Set(alerts.map(({ deviceId }) => deviceId))]);
      return { alerts, more: found.length > pageSize };
    }),
    handle(acknowledgeAlerts, async ({ session, scope, input }) => {
      const changed = await acknowledge(db, { ...scope, actor: session }, input.alertIds);
      if (changed > 0) bus.publish('changed', { feature: 'alerts', deviceId: null });
      return { changed };
    }),
  ];
}
