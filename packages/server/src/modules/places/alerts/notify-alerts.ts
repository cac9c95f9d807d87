import { conditionWords, consoleLink, curlyQuotes, isWithinHours, overWords, quoted } from '@fairwatch/contract';
import { storableText } from '../../../core/storable-text.ts';
import { insertNotifications, type NewNotification } from '../../../shared/notify/notifications.store.ts';
import { publishNotifications } from '../../../shared/notify/notify.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { logAlerts, type AlertLine } from './alert-log.ts';
import { findQuietRules, findRecipients, takeDueAlerts, type DueAlert } from './notify-alerts.store.ts';

/** What a notification says of an alert: that it began, that it is over, or at once that it began and is over. */
type Phase = 'BEGAN' | 'OVER' | 'PASSED';

/** Recipients are notified of more alerts of one rule than this at once as of one. */
const notifiedSingly = 3;

/**
 * Notifies recipients of alerts that began or are over, each once: the notifications, the entries in the logs of the devices that name who was
 * notified, and the marks that say so are stored together. During the quiet hours of a rule it waits. Returns how many alerts were due.
 */
export async function notifyAlerts({ db, bus, clock }: Pick<Services, 'db' | 'bus' | 'clock'>): Promise<number> {
  const at = new Date(clock.now());
  const quiet = (await findQuietRules(db)).filter((rule) => isWithinHours(rule.quiet, at));
  const held = quiet.map(({ ruleId }) => ruleId);
  let notified = 0;
  for (;;) {
    const { count, written } = await db.transaction().execute((transaction) => notifyDue(transaction, held, at));
    publishNotifications(bus, written);
    notified += count;
    if (count === 0) return notified;
  }
}

async function notifyDue(transaction: Database, held: readonly number[], at: Date) {
  const due = await takeDueAlerts(transaction, held);
  if (due.length === 0) return { count: 0, written: [] };
  const recipients = await findRecipients(
    transaction,
    due.map(({ id }) => id),
    at,
  );
  const ofAlert = Map.groupBy(recipients, ({ alertId }) => alertId);
  const notes = due.flatMap((alert) =>
    (ofAlert.get(alert.id) ?? []).map(({ userId, username }) => ({
      userId,
      recipient: username,
      alert,
      phase: phaseOf(alert),
    })),
  );
  const written = await insertNotifications(transaction, notificationsOf(notes));
  await logAlerts(transaction, linesOf(notes));
  return { count: due.length, written };
}

function phaseOf({ beginTold, ended, overTold }: DueAlert): Phase {
  if (beginTold) return 'OVER';
  // What has no end was marked as over when it began.
  return ended && !overTold ? 'PASSED' : 'BEGAN';
}

interface Note {
  userId: number;
  /** The name of the account. */
  recipient: string;
  alert: DueAlert;
  phase: Phase;
}

function notificationsOf(notes: readonly Note[]): NewNotification[] {
  const bundles = Map.groupBy(notes, ({ userId, alert, phase }) => `${userId} ${alert.ruleId} ${phase}`);
  return [...bundles.values()].flatMap((bundle) => {
    const [first] = bundle;
    return first && bundle.length > notifiedSingly ? [summaryOf(first, bundle)] : bundle.map(notificationOf);
  });
}

const common = { kind: 'ALERT' as const, link: consoleLink('/alerts') };

function notificationOf({ userId, alert, phase }: Note): NewNotification {
  const { deviceId, deviceName, username, words, ruleName, byMail, event, capability } = alert;
  const title = phase === 'OVER' ? overWords(event) : words;
  const ofRule = `${username}. Alert rule ${quoted(ruleName, curlyQuotes)}.`;
  const message = { BEGAN: ofRule, OVER: `It is over: ${words}. ${ofRule}`, PASSED: `It is over by now. ${ofRule}` }[
    phase
  ];
  return {
    ...common,
    userId,
    title: storableText(`${deviceName}: ${title}`),
    message: storableText(message),
    deviceId,
    tells: capability,
    count: 1,
    byMail,
  };
}

/** One notification for many devices. It names nobody; the number of devices is that of those its reader may be told of when they read it. */
function summaryOf({ userId, alert, phase }: Note, notes: readonly Note[]): NewNotification {
  const { condition, zone, event, ruleName, byMail, capability } = alert;
  const deviceIds = [...new Set(notes.map((note) => note.alert.deviceId))];
  const words = phase === 'OVER' ? overWords(event) : conditionWords(condition, zone);
  return {
    ...common,
    userId,
    title: storableText(`{devices}: ${words}`),
    message: storableText(`Alert rule ${quoted(ruleName, curlyQuotes)}.`),
    deviceId: null,
    tells: capability,
    deviceIds,
    count: deviceIds.length,
    byMail,
  };
}

/** The entries in the logs of the devices that say who was notified of an alert. */
function linesOf(notes: readonly Note[]): AlertLine[] {
  return [...Map.groupBy(notes, ({ alert }) => alert.id).values()].flatMap((ofAlert): AlertLine[] => {
    const [first] = ofAlert;
    if (!first) return [];
    const { alert, phase } = first;
    const to = ofAlert.map(({ recipient }) => recipient);
    return [{ what: 'told', alert: { ...alert, rule: alert.ruleName }, isOver: phase === 'OVER', to }];
  });
}
