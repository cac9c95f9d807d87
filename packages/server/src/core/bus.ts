import { EventEmitter } from 'node:events';
import type { Capability } from '@fairwatch/contract';

/** What parts of the server tell one another. Says what happened, never carries personal data. */
export interface BusEvents {
  /**
   * Rows of a list changed. `feature` is a device feature's id, `devices`, `vitals`, `call-state`, `grants`, `consent-requests`,
   * `push-notifications`, `captures`, `archives`, `reasons`, `approvals`, `users`, `admins`, `passcodes`, `assignments`, `commands`, `figures`, `notifications`,
   * `app-download`, `tickets` or `profile`. With `userId` only the consoles of this account are told.
   */
  changed: { feature: string; deviceId: number | null; userId?: number };
  /** What the person of this device shares now: nothing while they pause. What is no longer shared stops at once. */
  sharingChanged: { deviceId: number; shared: readonly Capability[] };
  /** Who supervises these devices changed, or how long data is kept, or push; null for all devices. Those that are here are told. */
  supervisionChanged: { deviceIds: readonly number[] | null };
  /** The owner changed what is demanded before capabilities are used. */
  policiesChanged: Record<string, never>;
  /** The owner switched push on or off. */
  webPushSwitched: Record<string, never>;
  /** A command waits for this device. */
  commandQueued: { deviceId: number };
  /** A command is over before its device ended it: the device is told to stop. */
  commandCancelled: { deviceId: number; commandId: number };
  /** A request or a notification waits for this device's person. */
  inboxWaiting: { deviceId: number };
  /** A request is taken back: the device stops asking its person. */
  consentRequestWithdrawn: { deviceId: number; requestId: number };
  /** The person of this device has left, or an admin ended it (`ended`): its socket closes. */
  deviceLeft: { deviceId: number; ended: boolean };
  /** An archive of everything about this device's person waits to be made. */
  archiveRequested: { deviceId: number };
  /** An archive was made, or could not be: the device is told. */
  archiveMade: { deviceId: number };
  /** Admins have new notifications: their open consoles show them. */
  notified: { notificationIds: readonly number[] };
  /** Something happened to a ticket: those who may see it are told. */
  ticketChanged: {
    ticketId: number;
    openedBy: number;
    deviceId: number | null;
    change: 'NEW' | 'UPDATED' | 'MESSAGE' | 'READ';
  };
  /** What an account may do has changed: its role, or its access to a feature. Whoever changes one says so. */
  accessChanged: { userId: number };
  /** The bytes of a file were stored. */
  fileStored: { size: number };
  /** A session ended, by its hash in hex: its sockets close. */
  sessionEnded: { tokenHash: string };
}

/** The message bus. One process needs no more than this; a cluster brings its own adapter. */
export interface Bus {
  publish<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): void;
  /** Returns the function that ends the subscription. */
  subscribe<Name extends keyof BusEvents>(name: Name, listener: (event: BusEvents[Name]) => void): () => void;
}

export function createInProcessBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (name, event) => void emitter.emit(name, event),
    subscribe: (name, listener) => {
      emitter.on(name, listener);
      return () => emitter.off(name, listener);
    },
  };
}
