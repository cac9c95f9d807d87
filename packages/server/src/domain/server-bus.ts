import type { Capability, ChangedFeature, LiveEnd } from '@fairwatch/contract';
import type { Bus } from '../core/bus.ts';

/** The events between parts of the server. They say what happened and never contain personal data. */
export interface BusEvents {
  /** Rows of a list changed. With `userId` only the consoles of this account are told. */
  changed: { feature: ChangedFeature; deviceId: number | null; userId?: number };
  /**
   * The person of this device changed what they share: `shared` is empty while they pause. Running transfers of what is no
   * longer shared stop at once.
   */
  sharingChanged: { deviceId: number; shared: readonly Capability[] };
  /**
   * The admins, the retention or the push setting of these devices changed (null for all devices). Connected devices are
   * notified.
   */
  supervisionChanged: { deviceIds: readonly number[] | null };
  /**
   * Facts about these devices may have changed on which rules of groups have conditions. PRESENCE: status, versions and operating
   * system. SHARING: what the person shares. PERSON: the person's email address.
   */
  factsChanged: { deviceIds: readonly number[]; facts: 'PRESENCE' | 'SHARING' | 'PERSON' };
  /** A group by rule was added, changed or deleted. */
  rulesChanged: Record<string, never>;
  /** What watches these devices by itself changed, such as a schedule. Connected devices are told. */
  watchesChanged: { deviceIds: readonly number[] };
  /** An alert rule was added, changed or deleted. */
  alertRulesChanged: Record<string, never>;
  /** The owner changed the policies for the use of capabilities. */
  policiesChanged: Record<string, never>;
  /** The owner switched push on or off. */
  webPushSwitched: Record<string, never>;
  /** A command waits for this device. */
  commandQueued: { deviceId: number };
  /** A command of this device ended, however it did: its next one can be queued. */
  commandEnded: { deviceId: number };
  /** A run started or changed, so its items must be looked at. */
  runChanged: Record<string, never>;
  /** A command ended before its device finished it: the device is told to stop. */
  commandCancelled: { deviceId: number; commandId: number };
  /** A live location ended, however it did: the device is told to send no more points of it. */
  liveEnded: { deviceId: number; sessionId: number; end: LiveEnd };
  /** A request or a notification waits for this device's person. */
  inboxWaiting: { deviceId: number };
  /** A consent request was withdrawn: the device stops showing it. */
  consentRequestWithdrawn: { deviceId: number; requestId: number };
  /** The person of this device has left, or an admin ended it (`ended`): its socket closes. */
  deviceLeft: { deviceId: number; ended: boolean };
  /** An archive was requested and must be written. */
  archiveRequested: { deviceId: number };
  /** An archive was written or failed: the device is notified. */
  archiveMade: { deviceId: number };
  /** Admins have new notifications: their open consoles show them. */
  notified: { notificationIds: readonly number[] };
  /** A ticket changed: the consoles of those who may see it are notified. */
  ticketChanged: {
    ticketId: number;
    openedBy: number;
    deviceId: number | null;
    change: 'NEW' | 'UPDATED' | 'MESSAGE' | 'READ';
  };
  /** The role or an access level of an account changed. Every change publishes this event. */
  accessChanged: { userId: number };
  /** The bytes of a file were stored. */
  fileStored: { size: number };
  /** A session ended: its sockets close. `tokenHash` is in hex. */
  sessionEnded: { tokenHash: string };
}

export type ServerBus = Bus<BusEvents>;
