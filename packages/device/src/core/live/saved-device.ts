import type {
  AskedKind,
  Capability,
  Grants,
  Ground,
  GuardianSignature,
  LogHead,
  NoticeLanguage,
  TicketCategory,
} from '@fairwatch/contract';
import type { NotificationStates } from '../client/inbox.ts';
import type { RunningLive } from '../live-location/live-location.ts';
import type { PendingDecision } from '../sharing/pending-decisions.ts';
import type { UnsentTicket } from '../tickets/tickets.ts';
import type { KnownWatches } from './known-watches.ts';
import type { TicketCache } from './ticket-cache.ts';

/** What the passcode asked its person to share, in the words of the admin who made it. */
export interface AskedAtJoining {
  by: string;
  kinds: readonly AskedKind[];
}

/** The latest request of an admin to share something, as this phone heard it. */
export interface HeardRequest {
  requestId: number;
  by: string;
  /** Why, in the admin's words; null when they did not say. */
  reason: string | null;
  /** When this phone heard it first. The server does not tell when it was made. */
  at: string;
}
export type HeardRequests = Readonly<Partial<Record<Capability, HeardRequest>>>;

/** The stored state of a joined device. */
export interface SavedDevice {
  deviceId: number;
  token: string;
  /** The name that the person gave. */
  username: string;
  /** The admin whose passcode the person used. */
  admin: string;
  /** The host under which the person joined. */
  server: string;
  joinedAt: string;
  /** The language of the notice that the person agreed to. */
  language: NoticeLanguage;
  ground: Ground;
  /** Who signed for this person before they joined; null or missing when nobody had to. */
  signature?: GuardianSignature | null;
  /** Missing where it was stored by an earlier version. */
  asked?: AskedAtJoining;
  /** The latest request for each kind since then; missing while there was none. */
  requested?: HeardRequests;
  /** The kinds of data that the server uses, as it told last; missing where it was stored by an earlier version. */
  usedKinds?: readonly Capability[];
  /** The categories that the server offers for tickets; missing where it was stored by an earlier version. */
  ticketCategories?: readonly TicketCategory[];
  grants: Grants;
  /** The decisions that the server has not confirmed. */
  unsaid: readonly PendingDecision[];
  unsentTickets: readonly UnsentTicket[];
  notificationStates: NotificationStates;
  logHead: LogHead | null;
  /** What watches this phone, as the server told last; missing where it was stored by an earlier version. */
  watches?: KnownWatches;
  /** The running live location. It is stored so that it continues when the client is started again. */
  liveLocation?: RunningLive | null;
}

/** A message of an admin, stored on the phone until the person deletes it or leaves. */
export interface StoredMessage {
  notificationId: number;
  notificationType: string;
  title: string;
  message: string;
  sentBy: string;
  receivedAt: string;
  state: 'DELIVERED' | 'SEEN' | 'DISMISSED';
  /** The ticket in which the person has replied to it. */
  repliedIn?: number;
}

/** Where a client with a screen keeps what outlives it: a browser's database, or files. */
export interface LiveStorage {
  saveDevice(device: SavedDevice): Promise<unknown>;
  /** Adds a message, or replaces the one with the same id. */
  saveMessage(message: StoredMessage): Promise<unknown>;
  deleteMessage(notificationId: number): Promise<unknown>;
  saveTickets(cache: TicketCache): Promise<unknown>;
}
