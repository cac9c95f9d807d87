import { z } from 'zod/mini';
import { alertedCapabilities } from '../../shared/watches/alert.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { displayName } from '../../core/fields/display-name.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { approvalErrors } from '../../core/http/shared-errors.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { sharingHours } from '../../shared/times/sharing-hours.ts';
import { alertCondition, alertEvents } from '../../shared/watches/alert.ts';
import { shownTarget, watchTarget } from '../../shared/watches/watch-target.ts';
import { seenLine } from '../../shared/log/log-line.ts';

const { nameMaxLength, purposeMaxLength, recipientsAtMost, acknowledgedAtOnce } = limits.alert;
const ruleId = z.int().check(z.positive());
const alertId = z.int().check(z.positive());
const userId = z.int().check(z.positive());

/** An alert rule. An admin sees their own rules and those that name them as a recipient, a SUPER_ADMIN all. */
export const alertRule = z.object({
  id: z.int(),
  name: z.string(),
  /** Why; the people of its devices read it. */
  purpose: z.string(),
  condition: alertCondition,
  /** The condition in words: "Enters School". */
  words: z.string(),
  ...shownTarget.shape,
  /** Who is notified; always at least its owner. */
  recipients: z.array(z.object({ id: z.int(), name: z.string() })),
  byMail: z.boolean(),
  /** The hours in which nobody is notified; what fires then is notified when they end. Null for none. */
  quiet: z.nullable(sharingHours),
  on: z.boolean(),
  owner: z.string(),
  createdAt: z.string(),
  /** When it last fired, and for how many devices it does now, of the alerts that the caller may be told of. */
  lastFiredAt: z.nullable(z.string()),
  firing: z.int(),
  /** For how many of its devices it is silent, since their people do not share what it reads. */
  silent: z.int(),
  /** The caller may change it: it is their own, or they are a SUPER_ADMIN. */
  mine: z.boolean(),
});
export type AlertRule = z.infer<typeof alertRule>;

const fields = {
  name: displayName(nameMaxLength),
  purpose: statedReason(purposeMaxLength),
  condition: alertCondition,
  target: watchTarget,
  recipientIds: z.array(userId).check(z.maxLength(recipientsAtMost)),
  byMail: z._default(z.boolean(), false),
  quiet: z._default(z.nullable(sharingHours), null),
  on: z._default(z.boolean(), true),
};
const maxBodyBytes = 6 * kilobyte;
const ruleErrors = ['zone_not_found', 'group_not_found', 'device_not_found', 'recipient_refused'] as const;

export const alertRules = endpoint({
  path: 'alert/rules',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: 'name of the device of an alert rule for one device, and when a rule last fired for a device',
  log: seenLine('alertRules'),
  staleBy: ['alerts', 'approvals', 'reasons'],
  summary: 'The alert rules',
  input: z.strictObject({}),
  output: z.array(alertRule),
});

const ofRule = 'name of the device of an alert rule for one device';

/** Creates a rule. The people of its devices are told, and see it among what watches them. Its owner must be allowed to read what it reads. */
export const createAlertRule = endpoint({
  path: 'alert/rule/create',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: ofRule,
  log: { action: 'ALERT' },
  summary: 'Create an alert rule',
  input: z.strictObject(fields),
  maxBodyBytes,
  output: alertRule,
  errors: [...ruleErrors, 'kind_not_used', 'too_many_alert_rules', 'too_many_in_all'],
});

export const updateAlertRule = endpoint({
  path: 'alert/rule/update',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: ofRule,
  log: { action: 'ALERT' },
  summary: 'Change an alert rule',
  input: z.strictObject({ ruleId, ...fields }),
  maxBodyBytes,
  output: alertRule,
  errors: [...ruleErrors, 'kind_not_used', 'alert_rule_not_found'],
});

export const switchAlertRule = endpoint({
  path: 'alert/rule/switch',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: ofRule,
  log: { action: 'ALERT', when: 'when it changes' },
  summary: 'Switch an alert rule on or off',
  input: z.strictObject({ ruleId, on: z.boolean() }),
  output: alertRule,
  errors: ['alert_rule_not_found'],
});

/** Deletes a rule. The alerts that it fired stay in the history. */
export const deleteAlertRule = endpoint({
  path: 'alert/rule/delete',
  access: 'admin',
  tells: [],
  log: { action: 'ALERT' },
  summary: 'Delete an alert rule',
  input: z.strictObject({ ruleId }),
  output: z.null(),
  errors: ['alert_rule_not_found'],
});

/**
 * How often a rule would have fired in the past week, from what is stored. It reads what the rule reads: for one device it is refused as that is, of
 * several it leaves out those whose data the caller may not read, and each trial is logged with what was asked.
 */
export const tryAlertRule = endpoint({
  path: 'alert/rule/try',
  access: 'admin',
  tells: ['DEVICE', 'LOCATION', 'APPS'],
  answers: 'when an alert rule would have fired in the past week, with the name of the device',
  log: {
    action: 'READ',
    when: 'for each device of which something was read',
    words: 'triedAlert',
  },
  summary: 'Try an alert rule on the past week',
  input: z.strictObject({ condition: alertCondition, target: watchTarget }),
  output: z.object({
    /** Why it cannot be tried, for what is not stored; null when it was. */
    untried: z.nullable(z.string()),
    fired: z.int(),
    devices: z.int(),
    /** The latest of them. */
    examples: z.array(
      z.object({ deviceId: z.int(), device: z.string(), beganAt: z.string(), endedAt: z.nullable(z.string()) }),
    ),
  }),
  errors: [
    'zone_not_found',
    'group_not_found',
    'device_not_found',
    'device_left',
    'kind_not_used',
    'consent_missing',
    'device_paused',
    'device_held',
    'reason_required',
    ...approvalErrors,
  ],
});

/** What a rule of the caller can be about, and whom it can notify: their zones, themselves and the admins who report to them. */
export const alertChoices = endpoint({
  path: 'alert/rule/choices',
  access: 'admin',
  tells: [],
  log: 'zones and admins',
  summary: 'The zones and the recipients that an alert rule can name',
  input: z.strictObject({}),
  output: z.object({
    /** Empty without the permission LOCATION. */
    zones: z.array(z.object({ id: z.int(), name: z.string() })),
    recipients: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

export const alertStates = ['FIRING', 'OVER', 'ACKNOWLEDGED'] as const;

/** An alert: a rule that fired for one device. */
export const alert = z.object({
  id: z.int(),
  /** Null when the rule is deleted. */
  ruleId: z.nullable(z.int()),
  rule: z.string(),
  event: z.enum(alertEvents),
  deviceId: z.int(),
  device: z.string(),
  /** What happened, in words: "Entered School". */
  words: z.string(),
  beganAt: z.string(),
  /** Null while it lasts. */
  endedAt: z.nullable(z.string()),
  acknowledgedBy: z.nullable(z.string()),
  acknowledgedAt: z.nullable(z.string()),
});
export type Alert = z.infer<typeof alert>;

export const alertList = endpoint({
  path: 'alert/all',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: 'name of each device of which an alert rule told something, what happened and when',
  log: seenLine('alerts'),
  staleBy: ['alerts', 'approvals', 'reasons'],
  summary: 'What alert rules have told',
  input: z.strictObject({
    ruleId: z.optional(ruleId),
    deviceId: z.optional(z.int().check(z.positive())),
    state: z.optional(z.enum(alertStates)),
    /** The id of the last one that was read: what is older follows. */
    before: z.optional(alertId),
  }),
  /** Newest first, at most 50. */
  output: z.object({ alerts: z.array(alert), more: z.boolean() }),
});

export const acknowledgeAlerts = endpoint({
  path: 'alert/acknowledge',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: 'how many of these alerts were not marked',
  log: 'It marks alerts that were shown before.',
  summary: 'Acknowledge alerts',
  input: z.strictObject({ alertIds: z.array(alertId).check(z.minLength(1), z.maxLength(acknowledgedAtOnce)) }),
  maxBodyBytes: 16 * kilobyte,
  output: z.object({ changed: z.int() }),
});
