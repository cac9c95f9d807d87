import { z } from 'zod/mini';
import type { Told } from '../../core/access/capabilities.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { kilobyte } from '../../core/limits.ts';
import { alertedCapabilities } from '../../shared/watches/alert.ts';
import { seenLine } from '../../shared/log/log-line.ts';

interface NotificationFacts {
  /**
   * What it can tell about devices and their people, as for a call; empty for nothing. Each notification names the one kind of data that it
   * tells, and is shown only while the disclosure policy allows that.
   */
  tells: readonly Told[];
}

/** What an admin is notified of. */
export const notificationFacts = {
  TICKET_CREATED: { tells: ['DEVICE'] },
  TICKET_REPLY: { tells: ['DEVICE'] },
  /** That a command of the admin ended is their own act. What a device reports about a file can name it. */
  COMMAND_DONE: { tells: ['DEVICE', 'FILES', 'GALLERY'] },
  COMMAND_FAILED: { tells: ['DEVICE', 'FILES', 'GALLERY'] },
  /** That the person said no to a command of the admin. */
  COMMAND_DECLINED: { tells: ['DEVICE'] },
  DEVICE_JOINED: { tells: ['DEVICE'] },
  DEVICE_LEFT: { tells: ['DEVICE'] },
  DEVICE_ENDED: { tells: ['DEVICE'] },
  CONSENT_CHANGED: { tells: ['DEVICE'] },
  AUDIT_MISMATCH: { tells: ['DEVICE'] },
  REVIEW_DUE: { tells: ['DEVICE'] },
  APPROVAL_ASKED: { tells: ['DEVICE'] },
  APPROVAL_DECIDED: { tells: ['DEVICE'] },
  ACCOUNT_WAITING: { tells: [] },
  INVITATION_ACCEPTED: { tells: [] },
  /** That the guardian of a minor declined, without a name. */
  GUARDIAN_DECLINED: { tells: [] },
  /** The title of a run names no file and no person. */
  RUN_DONE: { tells: [] },
  RUN_INCOMPLETE: { tells: [] },
  ALERT: { tells: ['DEVICE', ...alertedCapabilities] },
} as const satisfies Record<string, NotificationFacts>;
export type NotificationKind = keyof typeof notificationFacts;
/** What a list of notifications tells. */
export const toldByNotifications: readonly Told[] = [
  ...new Set(Object.values(notificationFacts).flatMap(({ tells }): readonly Told[] => tells)),
];
export const notificationKinds = Object.keys(notificationFacts) as [NotificationKind, ...NotificationKind[]];

/** How an admin is told of a kind: in the bell, in the bell and by mail, or not at all. */
export const notificationChannels = ['BELL', 'MAIL', 'NONE'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Kinds that nobody can turn off. Somebody who took over a session and rewrote a log could otherwise switch off the alarm about it. */
export const mandatoryKinds: readonly NotificationKind[] = ['AUDIT_MISMATCH'];

/** The kinds that tell of a failure: an open console shows them as an error, with the reason. */
export const failureKinds: readonly NotificationKind[] = ['COMMAND_FAILED', 'AUDIT_MISMATCH', 'RUN_INCOMPLETE'];

export const readStates = ['UNREAD', 'READ'] as const;

/** An event that one admin is notified of. Not a push notification, which goes to a device's person. */
export const notification = z.object({
  id: z.int(),
  title: z.string(),
  message: z.string(),
  type: z.enum(notificationKinds),
  status: z.enum(readStates),
  createdAt: z.string(),
  /** The page of the console where it happened; empty when there is none. */
  link: z.string(),
  /**
   * How many events it stands for, since many of a kind in a short time are batched; of alerts about several devices, how many of them the
   * reader may be told of now. In a grouped list, the sum over the group.
   */
  count: z.int(),
  /** The device it is about, and its name today; null when it is about no single device, or the device has left. */
  deviceId: z.nullable(z.int()),
  deviceName: z.nullable(z.string()),
  /** Notifications of one kind about one device that follow each other within an hour have the same group. */
  groupId: z.int(),
  /** In a grouped list, how many notifications of the group fit the filter; 1 otherwise. */
  groupSize: z.int(),
});
export type Notification = z.infer<typeof notification>;

const groupId = z.int().check(z.positive());

/** An admin's own, newest first. What is about a device they no longer have, or of what its person no longer shares with them, is left out. */
export const notificationList = endpoint({
  path: 'notification/all',
  access: 'admin',
  tells: toldByNotifications,
  answers: 'names of devices and their persons, what they changed, titles of tickets',
  log: seenLine('news'),
  staleBy: ['approvals', 'notifications', 'reasons'],
  summary: 'Notifications of the signed-in admin, newest first',
  input: z.strictObject({
    ...pageInput,
    /** True: one row per group. It is the newest of the group, and UNREAD while any of the group is. */
    grouped: z._default(z.boolean(), false),
    filter: z._default(
      z.strictObject({
        status: z.optional(z.enum(readStates)),
        type: z.optional(z.enum(notificationKinds)),
        groupId: z.optional(groupId),
      }),
      {},
    ),
  }),
  output: z.array(notification),
  paged: true,
});

/**
 * Counts what waits for the signed-in admin: unread notifications, where a group counts as one, and alerts that nobody acknowledged. It is one
 * call, because every page makes it. Counting stops at a hundred, since the badge shows "99+".
 */
export const unreadNotifications = endpoint({
  path: 'notification/unread',
  access: 'admin',
  tells: toldByNotifications,
  answers: 'how many notifications are unread',
  log: 'only numbers',
  staleBy: ['alerts', 'approvals', 'notifications', 'reasons'],
  canWait: true,
  summary:
    'How many groups of notifications have unread ones, and how many alerts nobody has acknowledged, each counted up to 100',
  input: z.strictObject({}),
  output: z.object({ count: z.int(), alerts: z.int() }),
});

export const markNotificationsRead = endpoint({
  path: 'notification/mark-read',
  access: 'admin',
  tells: [],
  log: 'only numbers',
  summary: 'Mark some notifications as read, or all of them',
  input: z.strictObject({
    /** These and those of the groups; with neither, all. Those of somebody else are not touched. */
    ids: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(500))),
    groupIds: z.optional(z.array(groupId).check(z.minLength(1), z.maxLength(100))),
  }),
  maxBodyBytes: 16 * kilobyte,
  /** How many were unread until now. */
  output: z.object({ count: z.int() }),
});

const kindSetting = z.strictObject({ kind: z.enum(notificationKinds), channel: z.enum(notificationChannels) });

/** How the caller is told of each kind, and whether mail can reach them. */
export const notificationSettings = endpoint({
  path: 'notification/settings',
  access: 'admin',
  tells: [],
  log: 'how the admin wants to be told',
  staleBy: ['notifications'],
  summary: 'How the signed-in admin is told of each kind of notification',
  input: z.strictObject({}),
  output: z.object({
    settings: z.array(kindSetting),
    /** NO_SERVER without a mail server (`SMTP_URL`), NO_ADDRESS while the account has no email address. */
    mail: z.enum(['READY', 'NO_SERVER', 'NO_ADDRESS']),
  }),
});
export type NotificationSettings = z.infer<typeof notificationSettings.output>;

/** Changes the kinds that are named, for what happens from now on. 409 for MAIL while no mail can reach the caller. */
export const updateNotificationSettings = endpoint({
  path: 'notification/settings/update',
  access: 'admin',
  tells: [],
  log: 'how the admin wants to be told',
  summary: 'Choose how to be told of kinds of notifications',
  input: z.strictObject({
    settings: z.array(kindSetting).check(
      z.minLength(1),
      z.maxLength(notificationKinds.length),
      z.refine(
        (settings) => settings.every(({ kind, channel }) => channel !== 'NONE' || !mandatoryKinds.includes(kind)),
        'This kind cannot be turned off.',
      ),
    ),
  }),
  output: notificationSettings.output,
  errors: ['mail_unavailable'],
});
