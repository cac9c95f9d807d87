import type { Capability } from '@fairwatch/contract';

/** A change of what a person shares. */
export type SharingChange =
  | { added: readonly Capability[]; withdrawn: readonly Capability[] }
  /** The new sharing hours as text. */
  | { hours: string }
  | 'PAUSED'
  | 'RESUMED';

/** How a command ended, for the admin who requested it. */
export interface CommandOutcome {
  kind: 'COMMAND_DONE' | 'COMMAND_FAILED' | 'COMMAND_DECLINED';
  deviceId: number;
  commandId: number;
  requestedBy: number;
}

/** An event of a device as it is reported: facts only; the texts are written later. */
export type DeviceEvent =
  | { kind: 'DEVICE_JOINED'; deviceId: number }
  /** `byGuardian`: the guardian of its person withdrew the signature. */
  | { kind: 'DEVICE_LEFT'; deviceId: number; byGuardian: boolean }
  | { kind: 'DEVICE_ENDED'; deviceId: number; adminId: number; adminName: string; reason: string }
  | { kind: 'CONSENT_CHANGED'; deviceId: number; change: SharingChange }
  | CommandOutcome;

/** Takes events of devices and notifies admins a moment later, so that reporting costs nothing. */
export interface NotificationBatcher {
  report(events: readonly DeviceEvent[]): void;
  /** Writes what waits, and accepts nothing more. */
  close(): Promise<void>;
}

export function isCommandOutcome(events: DeviceEvent): events is CommandOutcome {
  return events.kind === 'COMMAND_DONE' || events.kind === 'COMMAND_FAILED' || events.kind === 'COMMAND_DECLINED';
}
