import type { Grants, Ground, LogHead, NoticeLanguage } from '@fairwatch/contract';
import type { NotificationStates, PendingDecision, RunningLive, UnsentTicket } from '@fairwatch/device/core';
import type { KnownWatches } from './known-watches.ts';
import type { Database } from './database.ts';

/** The stored state of a joined device. */
export interface SavedDevice {
  deviceId: number;
  token: string;
  username: string;
  /** The admin whose passcode the person used. */
  admin: string;
  /** The host under which the person joined. */
  server: string;
  joinedAt: string;
  /** The language of the notice that the person agreed to. */
  language: NoticeLanguage;
  ground: Ground;
  grants: Grants;
  /** The decisions that the server has not confirmed. */
  unsaid: readonly PendingDecision[];
  unsentTickets: readonly UnsentTicket[];
  notificationStates: NotificationStates;
  logHead: LogHead | null;
  /** What watches this phone, as the server told last; missing where it was stored by an earlier version. */
  watches?: KnownWatches;
  /** The running live location. It is stored so that it continues when the page is reloaded. */
  liveLocation?: RunningLive | null;
}

/** The person's settings for this browser. */
export interface Settings {
  /** Whether a request for the location is answered without asking while the page is open. */
  answerLocation: 'ASK' | 'ALWAYS';
  /** Cards of Home that the person dismissed. What they offer stays on the page More. */
  dismissedCards: readonly DismissibleCard[];
}

export type DismissibleCard = 'PUSH' | 'INSTALL';

const defaultSettings: Settings = { answerLocation: 'ASK', dismissedCards: [] };

const deviceKey = 'device';
const settingsKey = 'settings';

export async function loadDevice(database: Database): Promise<SavedDevice | null> {
  return ((await database.get('values', deviceKey)) as SavedDevice | undefined) ?? null;
}

export async function saveDevice(database: Database, device: SavedDevice): Promise<void> {
  await database.put('values', device, deviceKey);
}

export async function loadSettings(database: Database): Promise<Settings> {
  return { ...defaultSettings, ...((await database.get('values', settingsKey)) as Partial<Settings> | undefined) };
}

export async function saveSettings(database: Database, settings: Settings): Promise<void> {
  await database.put('values', settings, settingsKey);
}
