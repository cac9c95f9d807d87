import { isMissingCode } from '@fairwatch/look/missing-code';
import { companionPath, setSimpleTexts } from '@fairwatch/contract';
import { createStore, type SavedDevice } from '@fairwatch/device/core';
import type { Companion } from './core/live/companion.ts';
import { takeTabLock, type TabLock } from './core/live/tab-lock.ts';
import { endPushSubscription } from './core/push/browser-push.ts';
import { eraseEverything, openDatabase, type Database } from './core/storage/database.ts';
import { loadDevice, saveDevice } from './core/storage/saved-device.ts';
import { commonText } from './core/texts/common.texts.ts';

/** What this tab shows. */
export type Boot =
  | { kind: 'opening' }
  /** Another tab is the device. */
  | { kind: 'elsewhere' }
  /** The browser stores nothing for this page, for instance in a private window. */
  | { kind: 'no-storage'; problem: string }
  /** A part of the companion could not be loaded. */
  | { kind: 'no-code' }
  | { kind: 'joining'; database: Database }
  | { kind: 'joined'; database: Database; companion: Companion };

export const boot = createStore<{ now: Boot }>({ now: { kind: 'opening' } });

/** The lock under which this tab is the device; null while another tab is. */
let held: TabLock | null = null;

/** Opens the database and starts the device that is stored in it. With `steal` another tab gives up the lock. */
export async function startCompanion({ steal = false, open = openDatabase } = {}): Promise<void> {
  boot.set({ now: { kind: 'opening' } });
  try {
    const lock = await takeTabLock({ steal });
    if (lock === null) return boot.set({ now: { kind: 'elsewhere' } });
    held = lock;
    void lock.lost.then(() => giveUp(lock));
    const database = await open({ onBlocking: () => location.reload(), onTerminated: loseStorage });
    const saved = await loadDevice(database);
    if (saved !== null) await become(database, saved);
    else if (held === lock) boot.set({ now: { kind: 'joining', database } });
  } catch (error) {
    await stopBeingDevice({ kind: 'no-storage', problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Stores the device that has just joined, and starts it. */
export async function becomeJoined(database: Database, saved: SavedDevice): Promise<void> {
  await saveDevice(database, saved);
  // Without persistent storage, a browser that runs out of space may delete the person's choices. The answer is not awaited, because
  // Firefox asks the person, who may leave that question open.
  void navigator.storage?.persist?.().catch(() => false);
  history.replaceState(null, '', `${companionPath}/`);
  await become(database, saved);
}

/** Deletes everything that is stored, after the device has ended. */
export async function forgetDevice(): Promise<void> {
  const { now } = boot.get();
  if (now.kind !== 'joined') return;
  await now.companion.stop();
  await endPushSubscription();
  await eraseEverything(now.database);
  setSimpleTexts(false);
  boot.set({ now: { kind: 'joining', database: now.database } });
}

/** Starts the device, unless another tab took over meanwhile. */
async function become(database: Database, saved: SavedDevice): Promise<void> {
  const lock = held;
  try {
    // Loaded separately, so that the join page loads less.
    const { createJoined } = await import('./create-joined.ts');
    const companion = await createJoined(database, saved);
    if (lock !== null && held === lock) boot.set({ now: { kind: 'joined', database, companion } });
  } catch (error) {
    if (!isMissingCode(error)) throw error;
    await stopBeingDevice({ kind: 'no-code' });
  }
}

/** Hands over to another tab: it may start once everything that the person decided here is stored. */
async function giveUp(lock: TabLock): Promise<void> {
  const { now } = boot.get();
  if (held === lock) {
    held = null;
    boot.set({ now: { kind: 'elsewhere' } });
    if (now.kind === 'joined') await now.companion.stop();
  }
  await lock.release();
}

/** Handles the loss of the storage, for instance because the person deleted the data of this page. */
async function loseStorage(): Promise<void> {
  const { now } = boot.get();
  if (held === null) return;
  await stopBeingDevice({ kind: 'no-storage', problem: commonText('noStorage.deleted') });
  if (now.kind === 'joined') await now.companion.stop();
}

/** Shows why this tab is not the device, and releases the lock. */
async function stopBeingDevice(now: Boot): Promise<void> {
  const lock = held;
  held = null;
  await lock?.release();
  boot.set({ now });
}
