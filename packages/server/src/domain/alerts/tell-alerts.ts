import {
  alertList,
  conditionWords,
  consoleLink,
  curlyQuotes,
  isWithinHours,
  overWords,
  quoted,
} from '@fairwatch/contract';
import { storableText } from '../../core/storable-text.ts';
import { appendEntries } from '../audit/audit.store.ts';
import { insertNotifications, type NewNotification } from '../notifications/notifications.store.ts';
import { publishNotifications } from '../notifications/notify.ts';
import { findActors, type RunActor } from '../runs/actors.store.ts';
import type { Database } from '../schema/schema.ts';
import type { AuditEntry } from '../services/audit-log.ts';
import type { Services } from '../services/services.ts';
import { canHear } from './alert-rules.store.ts';
import { findQuietRules, findRecipients, takeDueAlerts, type DueAlert } from './tell-alerts.store.ts';

/** What is told of an alert: that it began, that it is over, or at once that it began and is over. */
type Phase = 'BEGAN' | 'OVER' | 'PASSED';

/** More alerts of one rule at once than this are told as one. */
const toldSingly = 3;

/**
 * Tells recipients of alerts that began or are over, each once: the notifications, the entries in the logs of the devices and the marks that say so
 * are stored together. During the quiet hours of a rule it waits. Returns how many alerts were told.
 */
export async function tellAlerts({ db, bus, clock }: Pick<Services, 'db' | 'bus' | 'clock'>): Promise<number> {
  const at = new Date(clock.now());
  const quiet = (await findQuietRules(db)).filter((rule) => isWithinHours(rule.quiet, at));
  const held = quiet.map(({ ruleId }) => ruleId);
  let told = 0;
  for (;;) {
    const { count, written } = await db.transaction().execute((transaction) => tellDue(transaction, held));
    publishNotifications(bus, written);
    told += count;
    if (count === 0) return told;
  }
}

async function tellDue(transaction: Database, held: readonly number[]) {
  const due = await takeDueAlerts(transaction, held);
  if (due.length === 0) return { count: 0, written: [] };
  const recipients = await findRecipients(
    transaction,
    due.map(({ id }) => id),
  );
  const actors = await findActors(transaction, [...new Set(recipients.map(({ userId }) => userId))]);
  const ofAlert = Map.groupBy(recipients, ({ alertId }) => alertId);
  const notes = due.flatMap((alert) => {
    return (ofAlert.get(alert.id) ?? []).flatMap(({ userId }) => {
      const actor = actors.get(userId);
      return actor && canHear(actor, alert.event) ? [{ userId, actor, alert, phase: phaseOf(alert) }] : [];
    });
  });
  const written = await insertNotifications(transaction, notificationsOf(notes));
  await appendEntries(transaction, entriesOf(notes));
  return { count: due.length, written };
}

function phaseOf({ beginTold, ended, overTold }: DueAlert): Phase {
  if (beginTold) return 'OVER';
  // What has no end was marked as over when it began.
  return ended && !overTold ? 'PASSED' : 'BEGAN';
}

interface Note {
  userId: number;
  actor: RunActor;
  alert: DueAlert;
  phase: Phase;
}

function notificationsOf(notes: readonly Note[]): NewNotification[] {
  const bundles = Map.groupBy(notes, ({ userId, alert, phase }) => `${userId} ${alert.ruleId} ${phase}`);
  return [...bundles.values()].flatMap((bundle) => {
    const [first] = bundle;
    return first && bundle.length > toldSingly ? [summaryOf(first, bundle.length)] : bundle.map(notificationOf);
  });
}

const common = { kind: 'ALERT' as const, link: consoleLink('/alerts') };

function notificationOf({ userId, alert, phase }: Note): NewNotification {
  const { deviceId, deviceName, username, words, ruleName, byMail, event } = alert;
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
    count: 1,
    byMail,
  };
}

/** One notification for many devices. It is about no single device, so it names nobody. */
function summaryOf({ userId, alert, phase }: Note, count: number): NewNotification {
  const { condition, zone, event, ruleName, byMail } = alert;
  const words = phase === 'OVER' ? overWords(event) : conditionWords(condition, zone);
  return {
    ...common,
    userId,
    title: storableText(`${count.toLocaleString('en')} devices: ${words}`),
    message: storableText(`Alert rule ${quoted(ruleName, curlyQuotes)}.`),
    deviceId: null,
    count,
    byMail,
  };
}

/** The entries in the logs of the devices: what was told of them, and to whom. The creator of the rule is named as the one who did it. */
function entriesOf(notes: readonly Note[]): AuditEntry[] {
  const told = [...Map.groupBy(notes, ({ alert }) => alert.id).values()];
  return told
    .flatMap((ofAlert): AuditEntry[] => {
      const [first] = ofAlert;
      if (!first) return [];
      const { deviceId, ownerId, owner, ruleName, words, event } = first.alert;
      const details = {
        what: first.phase === 'OVER' ? 'over' : 'rang',
        rule: ruleName,
        words: first.phase === 'OVER' ? overWords(event) : words,
        to: ofAlert.map(({ actor }) => actor.username).join(', '),
      };
      return [{ deviceId, actorId: ownerId, actorName: owner, action: 'ALERT', subject: alertList.path, details }];
    })
    .toSorted((one, other) => one.deviceId - other.deviceId);
}
