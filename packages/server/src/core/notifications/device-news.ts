import type { Capability } from '@fairwatch/contract';

/** What a person changed about what they share. */
export type SharingChange = { added: readonly Capability[]; withdrawn: readonly Capability[] } | 'PAUSED' | 'RESUMED';

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
  | { kind: 'CONSENT_CHANGED'; deviceId: number; change: SharingChange }
  | CommandNews;

export function isCommandNews(news: DeviceNews): news is CommandNews {
  return news.kind === 'COMMAND_DONE' || news.kind === 'COMMAND_FAILED';
}
