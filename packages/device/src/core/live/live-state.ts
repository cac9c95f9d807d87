import type { Camera, Capability, CommandType, Grants, Ground, TicketCategory } from '@fairwatch/contract';
import type { DeviceEnd } from '../client/device-ending.ts';
import type { Ending, Supervision } from '../client/device-options.ts';
import type { ConsentQuestion } from '../client/inbox.ts';
import type { CaptureNotice } from '../commands/capture.ts';
import type { ConnectionState } from '../connection/link.ts';
import type { EndedLive, RunningLive } from '../live-location/live-location.ts';
import type { EndedLiveView, RunningLiveView } from '../live-view/live-view-source.ts';
import type { PendingDecision } from '../sharing/pending-decisions.ts';
import type { UnsentTicket } from '../tickets/tickets.ts';
import type { KnownWatches } from './known-watches.ts';
import type { HeardRequests, StoredMessage } from './saved-device.ts';
import type { TicketCache } from './ticket-cache.ts';

/** A command of an admin that waits for a tap of the person. */
export interface PendingRequest {
  commandId: number;
  commandType: CommandType;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. */
  reason: string | null;
  /** For how long somebody asks to follow the person, or to see a live picture; null for other commands. */
  minutes: number | null;
  /** The camera of a live view; null for other commands. */
  camera: Camera | null;
  /** A live view is asked for with sound, and the microphone is shared. */
  sound: boolean;
  /** When the request expires. */
  expiresAt: Date;
  /** To be called when the person has the question on their screen: the admin is told. */
  seen(): void;
  accept(): void;
  decline(): void;
}

/** A finished command and its result. */
export interface DoneRequest {
  commandId: number;
  commandType: CommandType;
  requestedBy: string;
  reason: string | null;
  at: string;
  outcome: 'done' | 'refused' | 'failed' | 'cancelled';
  /** How many files the command named; 0 where it names none. */
  files: number;
  /** How many of them failed although others did not. */
  failedFiles: number;
  /** How many rows were sent; null when nothing was. */
  rows: number | null;
  problem: string | null;
}

/** A capture that the person sees, from their tap until it is sent. */
export interface LiveCapture extends CaptureNotice {
  /** Opening: the platform may ask the person for the camera. Sending: the recording is being uploaded. */
  phase: 'OPENING' | 'COUNTDOWN' | 'RECORDING' | 'SENDING';
  /** The seconds left in the countdown. */
  secondsLeft: number;
  /** The seconds recorded so far. */
  secondsPassed: number;
  /** The length of the recording in seconds; null for a photo. */
  seconds: number | null;
  stop(): void;
}

/** The state that the screens of a client subscribe to. A client may add to it. */
export interface LiveState {
  connection: ConnectionState;
  /** When the next attempt to connect is; null while none is due. */
  retryAt: Date | null;
  grants: Grants;
  /** What the person decided and the server has not confirmed. */
  pendingDecisions: readonly PendingDecision[];
  ground: Ground;
  /** The kinds of data that the server uses: no other can be shared. */
  usedKinds: readonly Capability[];
  /** The categories that a new ticket can have, the default first. */
  ticketCategories: readonly TicketCategory[];
  supervision: Supervision | null;
  /** What watches this phone by itself, as the server told last. */
  watches: KnownWatches;
  /** The latest request of an admin for each kind, also when it was answered. */
  requested: HeardRequests;
  /** What admins ask the person to share. */
  questions: readonly ConsentQuestion[];
  requests: readonly PendingRequest[];
  /** The live location that runs; null while nobody follows the person. */
  liveLocation: RunningLive | null;
  /** The last live location that ended, until the person has read it. */
  liveEnd: EndedLive | null;
  /** The live view that runs, or is about to begin; null while there is none. */
  liveView: RunningLiveView | null;
  /** The last live view that ended, until the person has read it. */
  liveViewEnd: EndedLiveView | null;
  /** The version of the notice that the person has agreed to; 0 while the server has not told it. */
  readNotice: number;
  /** The latest first. */
  done: readonly DoneRequest[];
  capture: LiveCapture | null;
  /** What was captured and for whom, until the person has read it; the latest first. */
  captureNotes: readonly string[];
  /** The latest first. */
  messages: readonly StoredMessage[];
  /** The sequence number of the newest known log entry; 0 while none is known. */
  logHead: number;
  tickets: TicketCache;
  /** Tickets and replies that the server has not confirmed. */
  unsentTickets: readonly UnsentTicket[];
  /** Why the device has ended; null while it has not. */
  ended: { kind: DeviceEnd; ending: Ending | null } | null;
}

/** How many messages of admins the person has not opened. */
export function unreadMessages({ messages }: Pick<LiveState, 'messages'>): number {
  return messages.filter(({ state }) => state === 'DELIVERED').length;
}
