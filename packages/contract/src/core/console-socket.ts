import { z } from 'zod/mini';

/** Where the console's socket lives; it is opened with `token` and `userType=ADMIN` in the query. */
export const consoleSocketPath = '/ws';

/** Close codes of the console's socket. */
export const consoleSocketClose = { sessionEnded: 4401 } as const;

/** What an answer to a ping starts with. */
export const pingReplyPrefix = 'Echo: ';

/** What the console sends. */
export const consoleSocketRequest = z.object({ type: z.literal('ping') });

/** What the server sends: a notification to show, which list has changed and should be read again, or which ticket. */
export const consoleSocketMessage = z.discriminatedUnion('messageType', [
  z.object({
    messageType: z.literal('NOTIFICATION'),
    /** Its row among the admin's notifications. */
    notificationJson: z.object({
      title: z.string(),
      id: z.optional(z.int()),
      link: z.optional(z.string()),
      /** Its kind, one of `newsKinds`; a newer server may know more. */
      type: z.optional(z.string()),
      /** Set when it tells of a failure: what went wrong. The console then shows it as an error. */
      failure: z.optional(z.string()),
    }),
  }),
  z.object({
    messageType: z.literal('CHANGED'),
    /**
     * A device feature's id, `devices`, `vitals`, `grants`, `consent-requests`, `push-notifications`, `captures`, `users`,
     * `admins`, `passcodes`, `assignments`, `commands`, `figures`, `notifications`, `app-download`, `tickets` or `profile`.
     */
    feature: z.string(),
    /** Null when the change is not about one device. */
    deviceId: z.nullable(z.int()),
  }),
  /** Something happened to a ticket that this admin may see: read its head, its messages and the counts again. */
  z.object({
    messageType: z.literal('TICKET'),
    ticketId: z.int(),
    /** NEW and UPDATED change the lists, MESSAGE the conversation too, READ the counts and the read marks. */
    change: z.enum(['NEW', 'UPDATED', 'MESSAGE', 'READ']),
    /** Whether it is the receiver's own ticket or one that they answer. */
    side: z.enum(['MINE', 'SUBORDINATES']),
  }),
]);
export type ConsoleSocketMessage = z.infer<typeof consoleSocketMessage>;
