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
} from '@fairwatch/contract';
import type { CommandHandlers } from './command-runner.ts';
import type { Vitals } from './connection.ts';
import type { OpenSocket } from './device-socket.ts';
import type { Acts, Collectors } from './handlers.ts';
import type { InboxHandlers, NotificationStates } from './inbox.ts';
import type { OnConnection } from './link.ts';
import type { OpenFile } from './open-file.ts';
import type { TicketHandlers, UnsentTicket } from './tickets.ts';
import type { UnsaidWish } from './unsaid.ts';

/** Who ended a device, and why: for its person to read. */
export type Ending = Omit<Extract<GatewayFrame, { type: 'ended' }>, 'type'>;

/** Who supervises the device, how long what it shares is kept, and whether push is on. */
export type Supervision = Omit<Extract<GatewayFrame, { type: 'supervision' }>, 'type'>;

export interface DeviceClientOptions extends CommandHandlers, InboxHandlers, TicketHandlers {
  /** How a socket is opened on this platform: `openBrowserSocket`, or in Node as `createNodeDevice` does. */
  openSocket: OpenSocket;
  /** Opens a file on the device's disk for sending. Left out where there is no disk, as in a browser. */
  openPath?: (path: string) => Promise<OpenFile>;
  /** Address of the server, such as `https://fairwatch.example.com`. */
  serverUrl: string;
  token: string;
  facts: DeviceFacts;
  /** What kind of client this is. Whoever leaves it out is not told `supervision`. */
  platform?: Platform;
  /** What it can carry out. Left out, it can carry out everything. */
  offers?: Offers;
  /** Called whenever the connection to the server changes. */
  onConnection?: OnConnection;
  /** Called when the server tells who supervises the device: after each connect, and when it changes. */
  onSupervision?(supervision: Supervision): void;
  /** What the person shares when the device starts; from then on the client remembers it. */
  granted(): readonly Capability[];
  /** Whether sharing was paused when the device was stopped. */
  paused?: boolean;
  /** In which hours the person shared when the device was stopped; null for any hour. */
  hours?: SharingHours | null;
  /** Called with what is shared from now on, so that it outlives this process. */
  onGrants?(grants: Grants): void;
  /** What `onUnsaid` last told when the device was stopped: it is said on the first connection. */
  unsaid?: readonly UnsaidWish[];
  /** Called with what the person decided and the server has not confirmed, so that it outlives this process. */
  onUnsaid?(wishes: readonly UnsaidWish[]): void;
  /** What `onUnsentTickets` last told when the device was stopped: what the person wrote is sent on the first connection. */
  unsentTickets?: readonly UnsentTicket[];
  /** Called with what the person wrote to tickets and the server has not confirmed, so that it outlives this process. */
  onUnsentTickets?(unsent: readonly UnsentTicket[]): void;
  /** Called when an admin ended the device: to be shown to its person. The token is worth nothing any more. */
  onEnded?(ending: Ending): void;
  /** What `onNotificationStates` last told when the device was stopped: what was shown is not shown again. */
  notificationStates?: NotificationStates;
  /** Called with what became of the latest notifications, so that it outlives this process. */
  onNotificationStates?(states: NotificationStates): void;
  /** What `onLogHead` last told when the device was stopped. */
  logHead?: LogHead | null;
  /** Called with the newest entry of the device's log, so that it outlives this process. */
  onLogHead?(head: LogHead): void;
  /** On what ground the device is supervised, as its person was told when they joined, or as `onGround` told last. */
  ground?: Ground;
  /** In which language the person reads the notice; English unless it is said. */
  language?: NoticeLanguage;
  /** Called when the server names another ground or another day of review, so that it outlives this process. */
  onGround?(ground: Ground): void;
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  /** What it can do beside that. */
  acts?: Acts;
  /** How the device is now. While its notice is not shown, it carries out no command. */
  vitals(): Vitals;
  /** What time it is on the device. Left out, what the system says; a simulated phone that relives past days has its own. */
  now?: () => Date;
  log(line: string): void;
}
