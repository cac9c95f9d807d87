import type {
  Capability,
  DeviceFacts,
  GatewayFrame,
  Grants,
  Ground,
  LogHead,
  NoticeLanguage,
  Offers,
  Platform,
  SharingHours,
  TicketCategory,
} from '@fairwatch/contract';
import type { CommandHandlers } from '../commands/command-runner.ts';
import type { Vitals } from '../connection/connection.ts';
import type { OpenSocket } from '../connection/device-socket.ts';
import type { Acts, Collectors } from '../commands/handlers.ts';
import type { InboxHandlers, NotificationStates } from './inbox.ts';
import type { LiveHandlers } from '../live-location/live-location.ts';
import type { LiveViewHandlers } from '../live-view/live-view-source.ts';
import type { OnConnection } from '../connection/link.ts';
import type { OpenFile } from '../files/open-file.ts';
import type { TicketHandlers, UnsentTicket } from '../tickets/tickets.ts';
import type { PendingDecision } from '../sharing/pending-decisions.ts';

/** Who ended a device, and why: for its person to read. */
export type Ending = Omit<Extract<GatewayFrame, { type: 'ended' }>, 'type'>;

/** Who supervises the device, how long what it shares is kept, and whether push is on. */
export type Supervision = Omit<Extract<GatewayFrame, { type: 'supervision' }>, 'type'>;

/** What watches the device by itself, such as a schedule; `more` counts those that are not listed. */
export type Watches = Omit<Extract<GatewayFrame, { type: 'watches' }>, 'type'>;

export interface DeviceClientOptions
  extends CommandHandlers, InboxHandlers, LiveHandlers, LiveViewHandlers, TicketHandlers {
  /** Opens a socket on this platform: `openBrowserSocket`, or the one of `createNodeDevice` in Node. */
  openSocket: OpenSocket;
  /** Opens a file on the device's disk for sending. Left out where there is no disk, as in a browser. */
  openPath?: (path: string) => Promise<OpenFile>;
  /** Address of the server, such as `https://fairwatch.example.com`. */
  serverUrl: string;
  token: string;
  facts: DeviceFacts;
  /** The kind of client. Without it the server sends no `supervision` frame. */
  platform?: Platform;
  /** The commands that it can carry out; all of them when left out. Without `openLiveView` a live view is taken out of them. */
  offers?: Offers;
  /** The time zone of the device's clock, such as `Europe/Berlin`, for schedules at a time of day. */
  timeZone?(): string;
  /** In which language its person reads, as the server is told. */
  readsIn?(): string;
  /** Called whenever the connection to the server changes. */
  onConnection?: OnConnection;
  /** Called when the server tells who supervises the device: after each connect, and when it changes. */
  onSupervision?(supervision: Supervision): void;
  /** Called with everything that watches the device by itself: after each connect, and when it changes. It must be shown to the person. */
  onWatches?(watches: Watches): void;
  /** What the person shares when the device starts; from then on the client remembers it. */
  granted(): readonly Capability[];
  /** Whether sharing was paused when the device was stopped. */
  paused?: boolean;
  /** In which hours the person shared when the device was stopped; null for any hour. */
  hours?: SharingHours | null;
  /** Called with the new grants, to be stored across restarts. */
  onGrants?(grants: Grants): void;
  /** What `onPendingDecisions` was called with last before the device was stopped: it is sent on the first connection. */
  pendingDecisions?: readonly PendingDecision[];
  /** Called with the decisions that the server has not confirmed, to be stored across restarts. */
  onPendingDecisions?(decisions: readonly PendingDecision[]): void;
  /** What `onUnsentTickets` was called with last before the device was stopped: it is sent on the first connection. */
  unsentTickets?: readonly UnsentTicket[];
  /** Called with the tickets and replies that the server has not confirmed, to be stored across restarts. */
  onUnsentTickets?(unsent: readonly UnsentTicket[]): void;
  /** Called when an admin ended the device, to be shown to its person. The token is invalid from then on. */
  onEnded?(ending: Ending): void;
  /** What `onNotificationStates` was called with last: these notifications are not shown again. */
  notificationStates?: NotificationStates;
  /** Called with the states of the latest notifications, to be stored across restarts. */
  onNotificationStates?(states: NotificationStates): void;
  /** What `onLogHead` was called with last before the device was stopped. */
  logHead?: LogHead | null;
  /** Called with the newest entry of the device's log, to be stored across restarts. */
  onLogHead?(head: LogHead): void;
  /** The ground on which the device is supervised, from joining or from the last call of `onGround`. */
  ground?: Ground;
  /** The language of the notice; English by default. */
  language?: NoticeLanguage;
  /** Called when the ground or its review date has changed, to be stored across restarts. */
  onGround?(ground: Ground): void;
  /** The kinds of data that the server uses, from joining or from the last call of `onUsedKinds`; all when left out. */
  usedKinds?: readonly Capability[];
  /** Called when the server uses other kinds of data than before, to be stored across restarts. */
  onUsedKinds?(usedKinds: readonly Capability[]): void;
  /** Called with the categories that the server offers for new tickets, the default first. */
  onTicketCategories?(categories: readonly TicketCategory[]): void;
  /** Called with the version of the notice that the person has agreed to, when the server tells it. */
  onReadNotice?(version: number): void;
  /** Reads the data that Updates ask for. Kinds that this device does not have are left out. */
  collectors: Partial<Collectors>;
  /** Carries out all other commands. */
  acts?: Acts;
  /** How the device is now. While its notice is not shown, it carries out no command. */
  vitals(): Vitals;
  /** The clock of the device; the system clock by default. Simulated phones that replay past days have their own. */
  now?: () => Date;
  log(line: string): void;
}
