import { z } from 'zod/mini';
import { isSeen, unseenText } from '../core/fields/written-text.ts';
import { limits } from '../core/limits.ts';

const { titleMaxLength, messageMaxLength } = limits.notification;
/** What an admin writes to the person of a device. It hides nothing, and its title stays on its line. */
export const notificationTitle = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(titleMaxLength), z.refine(isSeen, unseenText));
export const notificationMessage = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(messageMaxLength),
  z.refine((text) => isSeen(text.replaceAll(/[\t\n\r]/g, ' ')), 'Please use letters that can be seen.'),
);

/** How urgent a notification is, from least to most. */
export const notificationTypes = ['INFO', 'WARNING', 'ALERT'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The states that a device reports: shown, read, dismissed, or not possible to show. */
export const notificationStates = ['DELIVERED', 'SEEN', 'DISMISSED', 'FAILED'] as const;
export type NotificationState = (typeof notificationStates)[number];
