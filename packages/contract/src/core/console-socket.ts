import { z } from 'zod/mini';

/** Where the console's socket lives; it is opened with `token` and `userType=ADMIN` in the query. */
export const consoleSocketPath = '/ws';

/** Close codes of the console's socket. */
export const consoleSocketClose = { sessionEnded: 4401 } as const;

/** What an answer to a ping starts with. */
export const pingReplyPrefix = 'Echo: ';

/** What the console sends. */
export const consoleSocketRequest = z.object({ type: z.literal('ping') });

/** What the server sends: a notification to show, or which list has changed and should be read again. */
export const consoleSocketMessage = z.discriminatedUnion('messageType', [
  z.object({
    messageType: z.literal('NOTIFICATION'),
    notificationJson: z.object({ title: z.string() }),
  }),
  z.object({
    messageType: z.literal('CHANGED'),
    /**
     * A device feature's id, `devices`, `vitals`, `grants`, `consent-requests`, `push-notifications`, `captures`, `users`,
     * `admins`, `passcodes`, `assignments`, `commands`, `figures` or `profile`.
     */
    feature: z.string(),
    /** Null when the change is not about one device. */
    deviceId: z.nullable(z.int()),
  }),
]);
export type ConsoleSocketMessage = z.infer<typeof consoleSocketMessage>;
