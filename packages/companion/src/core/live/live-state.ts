import type { CommandType, Grants, Ground } from '@fairwatch/contract';
import type {
  ConnectionState,
  ConsentQuestion,
  DeviceEnd,
  Ending,
  Supervision,
  UnsaidWish,
  UnsentTicket,
} from '@fairwatch/device/core';
import type { StoredMessage } from '../storage/database.ts';
import type { Settings } from '../storage/saved-device.ts';
import type { OutgoingFile } from '../storage/saved-tickets.ts';
import type { TicketBook } from './ticket-book.ts';

/** Something that an admin asks for and that waits for a tap of the person. */
export interface PendingRequest {
  commandId: number;
  commandType: CommandType;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. */
  reason: string | null;
  /** When the request is over. */
  expiresAt: Date;
  accept(): void;
  decline(): void;
}

/** What an admin asked for and got, or did not get. */
export interface DoneRequest {
  commandId: number;
  commandType: CommandType;
  requestedBy: string;
  reason: string | null;
  at: string;
  outcome: 'done' | 'refused' | 'failed' | 'cancelled';
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
  /** Opening: the browser may ask the person for the camera. Sending: it is recorded and on its way. */
  phase: 'OPENING' | 'COUNTDOWN' | 'RECORDING' | 'SENDING';
  /** Of the countdown. */
  secondsLeft: number;
  /** Of the recording. */
  secondsPassed: number;
  /** How long it records; null for a photo. */
  seconds: number | null;
  /** What the camera sees; null for a voice recording, and until the camera is open. */
  preview: MediaStream | null;
  /** A camera that looks at the person shows them as a mirror does. */
  isMirrored: boolean;
  stop(): void;
  /** Leaves the screen while it is being sent. */
  hide(): void;
}

/** Everything that the screens follow. */
export interface LiveState {
  connection: ConnectionState;
  /** When the next try to connect is; null while there is none. */
  retryAt: Date | null;
  grants: Grants;
  /** What the person decided and the server has not confirmed. */
  unsaid: readonly UnsaidWish[];
  ground: Ground;
  supervision: Supervision | null;
  /** What admins ask the person to share. */
  questions: readonly ConsentQuestion[];
  requests: readonly PendingRequest[];
  /** The latest first. */
  done: readonly DoneRequest[];
  capture: CaptureOnScreen | null;
  /** What was captured and for whom, until the person has read it; the latest first. */
  captureNotes: readonly string[];
  /** The latest first. */
  messages: readonly StoredMessage[];
  settings: Settings;
  /** The number of the newest entry of the log that the server told of; 0 before it told of any. */
  logHead: number;
  tickets: TicketBook;
  /** What the person wrote to tickets and the server has not confirmed. */
  unsentTickets: readonly UnsentTicket[];
  /** Files for tickets that are on their way. */
  outgoingFiles: readonly OutgoingFile[];
  /** Why the device has ended; null while it has not. */
  ended: { kind: DeviceEnd; ending: Ending | null } | null;
}

/** How many messages of admins the person has not opened. */
export function unreadMessages({ messages }: LiveState): number {
  return messages.filter(({ state }) => state === 'DELIVERED').length;
}
