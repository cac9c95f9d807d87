import type { SavedDevice } from '@fairwatch/device/core';
import type { Database } from './database.ts';

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
