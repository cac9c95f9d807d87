import { z } from 'zod/mini';

/** The path of the console's socket; it is opened with `token` and `userType=ADMIN` in the query. */
export const consoleSocketPath = '/ws';

/** Close codes of the console's socket. */
export const consoleSocketClose = { sessionEnded: 4401 } as const;

/** The prefix of the answer to a ping. */
export const pingReplyPrefix = 'Echo: ';

/** The messages of the console. */
export const consoleSocketRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  /**
   * Asks, once after opening, for the changes since the console began to load what it shows: nobody told it of them. `loadedMs` is how long
   * ago that was, in milliseconds.
   */
  z.object({ type: z.literal('catch-up'), loadedMs: z.int().check(z.nonnegative()) }),
]);
export type ConsoleSocketRequest = z.infer<typeof consoleSocketRequest>;

/** What a change can be about: the rows of a device feature, by its id, or of another list that the console shows. */
export const changedFeatures = [
  'contacts',
  'call-logs',
  'calendar-events',
  'apps',
  'app-permissions',
  'device-info',
  'locations',
  'gallery',
  'files',
  'messages',
  'admins',
  'app-download',
  'alerts',
  'approvals',
  'archives',
  'assignments',
  'call-state',
  'captures',
  'commands',
  'consent-requests',
  'devices',
  'figures',
  'grants',
  'groups',
  'live-location',
  'live-view',
  'map-data',
  'notifications',
  'passcodes',
  'phone-test',
  'profile',
  'push-notifications',
  'reasons',
  'reviews',
  'runs',
  'schedules',
  'tickets',
  'users',
  'vitals',
  'zones',
] as const;
export type ChangedFeature = (typeof changedFeatures)[number];

/** The messages of the server: a notification to show, or which list or ticket has changed and must be loaded again. */
export const consoleSocketMessage = z.discriminatedUnion('messageType', [
  z.object({
    messageType: z.literal('NOTIFICATION'),
    /** The stored notification. */
    notificationJson: z.object({
      title: z.string(),
      id: z.optional(z.int()),
      link: z.optional(z.string()),
      /** Its kind, one of `notificationKinds`; a newer server may know more. */
      type: z.optional(z.string()),
      /** The reason of a failure. The console shows the notification as an error when it is set. */
      failure: z.optional(z.string()),
    }),
  }),
  z.object({
    messageType: z.literal('CHANGED'),
    /** Which lists have changed. The console ignores a message whose feature only a newer server knows. */
    feature: z.enum(changedFeatures),
    /** Null when the change is not about one device. */
    deviceId: z.nullable(z.int()),
  }),
  /** A ticket that this admin may see has changed: its head, its messages and the counts must be loaded again. */
  z.object({
    messageType: z.literal('TICKET'),
    ticketId: z.int(),
    /** NEW and UPDATED change the lists, MESSAGE the conversation too, READ the counts and the read marks. */
    change: z.enum(['NEW', 'UPDATED', 'MESSAGE', 'READ']),
    /** Whether it is the receiver's own ticket or one that they answer. */
    side: z.enum(['MINE', 'SUBORDINATES']),
  }),
  /** Changes may have been missed: everything on screen must be loaded again. */
  z.object({ messageType: z.literal('RESYNC') }),
]);
export type ConsoleSocketMessage = z.infer<typeof consoleSocketMessage>;
