import type { CommandType, Grants, Ground } from '@fairwatch/contract';
import type {
  ConnectionState,
  ConsentQuestion,
  DeviceEnd,
  EndedLive,
  Ending,
  RunningLive,
  Supervision,
  PendingDecision,
  UnsentTicket,
} from '@fairwatch/device/core';
import type { StoredMessage } from '../storage/database.ts';
import type { Settings } from '../storage/saved-device.ts';
import type { OutgoingFile } from '../tickets/saved-tickets.ts';
import type { TicketCache } from '../tickets/ticket-cache.ts';
import type { KnownWatches } from '../storage/known-watches.ts';

/** A command of an admin that waits for a tap of the person. */
export interface PendingRequest {
  commandId: number;
  commandType: CommandType;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. */
  reason: string | null;
  /** How long somebody asks to follow the person; null for other commands. */
  minutes: number | null;
  /** When the request expires. */
  expiresAt: Date;
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

/** A capture that is shown on the whole screen. */
export interface CaptureOnScreen {
  what: string;
  requestedBy: string;
  reason: string | null;
  duty: string | null;
  /** Opening: the browser may ask the person for the camera. Sending: the recording is being uploaded. */
  phase: 'OPENING' | 'COUNTDOWN' | 'RECORDING' | 'SENDING';
  /** The seconds left in the countdown. */
  secondsLeft: number;
  /** The seconds recorded so far. */
  secondsPassed: number;
  /** How long it records; null for a photo. */
  seconds: number | null;
  /** What the camera sees; null for a voice recording, and until the camera is open. */
  preview: MediaStream | null;
  /** True for a front camera, whose preview is mirrored. */
  isMirrored: boolean;
  stop(): void;
  /** Hides it while it is being sent. */
  hide(): void;
}

/** The state that the screens subscribe to. */
export interface LiveState {
  connection: ConnectionState;
  /** When the next attempt to connect is; null while none is due. */
  retryAt: Date | null;
  grants: Grants;
  /** What the person decided and the server has not confirmed. */
  pendingDecisions: readonly PendingDecision[];
  ground: Ground;
  supervision: Supervision | null;
  /** What watches this phone by itself, as the server told last. */
  watches: KnownWatches;
  /** What admins ask the person to share. */
  questions: readonly ConsentQuestion[];
  requests: readonly PendingRequest[];
  /** The live location that runs; null while nobody follows the person. */
  liveLocation: RunningLive | null;
  /** The last live location that ended, until the person has read it. */
  liveEnd: EndedLive | null;
  /** The latest first. */
  done: readonly DoneRequest[];
  capture: CaptureOnScreen | null;
  /** What was captured and for whom, until the person has read it; the latest first. */
  captureNotes: readonly string[];
  /** The latest first. */
  messages: readonly StoredMessage[];
  settings: Settings;
  /** The sequence number of the newest known log entry; 0 while none is known. */
  logHead: number;
  tickets: TicketCache;
  /** Tickets and replies that the server has not confirmed. */
  unsentTickets: readonly UnsentTicket[];
  /** Files for tickets that are not sent yet. */
  outgoingFiles: readonly OutgoingFile[];
  /** Why the device has ended; null while it has not. */
  ended: { kind: DeviceEnd; ending: Ending | null } | null;
}

/** How many messages of admins the person has not opened. */
export function unreadMessages({ messages }: LiveState): number {
  return messages.filter(({ state }) => state === 'DELIVERED').length;
}
