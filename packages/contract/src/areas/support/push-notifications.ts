import { z } from 'zod/mini';
import { deviceId, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { chosenLanguage, optionalLanguage } from '../../core/fields/language.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { notificationMessage, notificationTitle, notificationTypes } from '../../shared/notification.ts';
import { rowsLine } from '../../shared/log/list-lines.ts';

/** The states of a notification: the last one that the device reported, or that it was not delivered. */
export const notificationStatuses = [
  'QUEUED',
  'DELIVERED',
  'SEEN',
  'DISMISSED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** A message that an admin sent to the person of a device, and what became of it. */
export const pushNotification = z.object({
  id: z.int(),
  title: z.string(),
  message: z.string(),
  type: z.enum(notificationTypes),
  /** In which language it is written, where its author said so. */
  language: chosenLanguage,
  status: z.enum(notificationStatuses),
  createdAt: z.string(),
  sentBy: z.string(),
  deliveredAt: z.nullable(z.string()),
  seenAt: z.nullable(z.string()),
  dismissedAt: z.nullable(z.string()),
  /** Until when it is tried to deliver it. */
  expiresAt: z.string(),
});
export type PushNotification = z.infer<typeof pushNotification>;

export const pushNotificationSortFields = ['createdAt'] as const;

export const pushNotifications = endpoint({
  path: 'notification/push_notifications',
  access: { permission: 'TRIGGER_NOTIFICATIONS', level: 'READ_ONLY' },
  answers: 'messages that were sent to the person, and when they were seen',
  log: rowsLine('notifications'),
  staleBy: ['push-notifications'],
  summary: 'The notifications sent to a device, newest first',
  input: z.strictObject({ deviceId, ...pageInput, search: searchInput }),
  output: z.array(pushNotification),
  paged: true,
  device: { capability: 'NOTIFICATIONS', action: 'READ' },
});

/** Shows the person of a device a message, with the name of whoever sent it. */
export const createPushNotification = endpoint({
  path: 'notification/create_push_notification',
  access: { permission: 'TRIGGER_NOTIFICATIONS', level: 'FULL_ACCESS' },
  answers: 'the message itself',
  log: { action: 'NOTIFY' },
  summary: 'Send a notification to a device',
  input: z.strictObject({
    deviceId,
    title: notificationTitle,
    message: notificationMessage,
    type: z._default(z.enum(notificationTypes), 'INFO'),
    /** In which language it is written: its reader's device says what stands around it in the same one. */
    language: optionalLanguage,
  }),
  output: pushNotification,
  device: { capability: 'NOTIFICATIONS', action: 'COMMAND' },
  errors: ['notifications_waiting'],
});
