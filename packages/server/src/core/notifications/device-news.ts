import type { Capability } from '@fairwatch/contract';

/** What a person changed about what they share. */
export type SharingChange =
  | { added: readonly Capability[]; withdrawn: readonly Capability[] }
  /** The new hours, in words. */
  | { hours: string }
  | 'PAUSED'
  | 'RESUMED';

/** How a command ended, for whoever asked for it. */
export interface CommandNews {
  kind: 'COMMAND_DONE' | 'COMMAND_FAILED';
  deviceId: number;
  commandId: number;
  requestedBy: number;
}

/** What happens with devices, as the parts of the server report it: facts only, the words come later. */
export type DeviceNews =
  | { kind: 'DEVICE_JOINED' | 'DEVICE_LEFT'; deviceId: number }
  | { kind: 'DEVICE_ENDED'; deviceId: number; adminId: number; adminName: string; reason: string }
  | { kind: 'CONSENT_CHANGED'; deviceId: number; change: SharingChange }
  | CommandNews;

/** Where the parts of the server report what happens with devices. It costs them nothing: admins are told a moment later. */
export interface NewsDesk {
  report(news: readonly DeviceNews[]): void;
  /** Writes what waits, and takes nothing more. */
  close(): Promise<void>;
}

export function isCommandNews(news: DeviceNews): news is CommandNews {
  return news.kind === 'COMMAND_DONE' || news.kind === 'COMMAND_FAILED';
}
