/** How urgent a notification is, from least to most. */
export const notificationTypes = ['INFO', 'WARNING', 'ALERT'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The states that a device reports: shown, read, dismissed, or not possible to show. */
export const notificationStates = ['DELIVERED', 'SEEN', 'DISMISSED', 'FAILED'] as const;
export type NotificationState = (typeof notificationStates)[number];
