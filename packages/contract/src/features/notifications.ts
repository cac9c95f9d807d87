import { z } from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { pageInput } from '../core/envelope.ts';
import { kilobyte } from '../core/limits.ts';

/** What an admin is told about. */
export const newsKinds = [
  'TICKET_CREATED',
  'TICKET_REPLY',
  'COMMAND_DONE',
  'COMMAND_FAILED',
  'DEVICE_JOINED',
  'DEVICE_LEFT',
  'DEVICE_ENDED',
  'CONSENT_CHANGED',
  'AUDIT_MISMATCH',
  'REVIEW_DUE',
  'APPROVAL_ASKED',
  'APPROVAL_DECIDED',
] as const;
export type NewsKind = (typeof newsKinds)[number];

export const readStates = ['UNREAD', 'READ'] as const;
export type ReadState = (typeof readStates)[number];

/** Something that happened, as one admin is told of it. Not a push notification, which goes to a device's person. */
export const notification = z.object({
  id: z.int(),
  title: z.string(),
  message: z.string(),
  type: z.enum(newsKinds),
  status: z.enum(readStates),
  createdAt: z.string(),
  /** The page of the console where it happened; empty when there is none. */
  link: z.string(),
  /** How many events it stands for: much of a kind in a short time is told as one. */
  count: z.int(),
});
export type Notification = z.infer<typeof notification>;

/** An admin's own, newest first. What is about a device they no longer have is left out. */
export const notificationList = endpoint({
  path: 'notification/all',
  access: 'admin',
  summary: 'Notifications of the signed-in admin, newest first',
  input: z.strictObject({
    ...pageInput,
    filter: z._default(
      z.strictObject({ status: z.optional(z.enum(readStates)), type: z.optional(z.enum(newsKinds)) }),
      {},
    ),
  }),
  output: z.array(notification),
  paged: true,
});

/** Counted up to a hundred: more reads as "99+". */
export const unreadNotifications = endpoint({
  path: 'notification/unread',
  access: 'admin',
  summary: 'How many notifications are unread, counted up to 100',
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
});

export const markNotificationsRead = endpoint({
  path: 'notification/mark-read',
  access: 'admin',
  summary: 'Mark some notifications as read, or all of them',
  input: z.strictObject({
    /** Left out for all. Those of somebody else are not touched. */
    ids: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(500))),
  }),
  maxBodyBytes: 16 * kilobyte,
  /** How many were unread until now. */
  output: z.object({ count: z.int() }),
});
