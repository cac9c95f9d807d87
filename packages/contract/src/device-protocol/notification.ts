/** How urgent a notification is, from least to most. */
export const notificationTypes = ['INFO', 'WARNING', 'ALERT'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What a device says about a notification: it is shown, the person read it or put it away, or it cannot be shown. */
export const notificationStates = ['DELIVERED', 'SEEN', 'DISMISSED', 'FAILED'] as const;
export type NotificationState = (typeof notificationStates)[number];
