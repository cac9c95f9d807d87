import { controlPath } from './core/control/control-path.ts';
import { listenForControl, type HandleControl } from './core/control/control-server.ts';
import { takeOver } from './core/control/take-over.ts';
import { loadJoined } from './core/state/saved-state.ts';
import type { TermuxDevice } from './core/state/termux-state.ts';
import { createTermuxDevice, type DeviceParts } from './create-device.ts';
import { programText } from './core/texts/program.texts.ts';

interface RunParts extends Omit<DeviceParts, 'joined'> {
  /** Aborts when the process is asked to end. */
  signal: AbortSignal;
  /** Shows the person's screen. Left out, the device runs without one until it has ended. */
  showScreen?(device: TermuxDevice): ShownScreen;
}

export interface ShownScreen {
  /** Resolves when the person has closed it. */
  closed: Promise<void>;
  /** Shows what the person has tapped on in a notification. */
  open(): void;
  /** Gives the terminal back. */
  close(): void;
}

/**
 * Runs the joined device until the person closes its screen, it has ended, or the process is asked to end. A screen takes over from a
 * process without one; two screens are refused.
 */
export async function runDevice(parts: RunParts): Promise<void> {
  const { folder, signal, showScreen } = parts;
  const path = controlPath(folder.path);
  if (showScreen) await takeOver(path);
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  let handleTap: HandleControl | null = null;
  let screen: ShownScreen | undefined;
  const control = await listenForControl(path, (message) => {
    if (message.word === 'open') screen?.open();
    if (message.word !== 'hand-over' || showScreen) return handleTap?.(message) ?? programText('tap.starting');
    over.abort();
    return programText('tap.ending');
  });
  try {
    // After the other process has ended, which stores what the person decided there.
    const joined = await loadJoined(folder);
    if (joined === null) throw new Error(programText('notJoined'));
    const created = await createTermuxDevice({ ...parts, joined });
    const { device } = created;
    ({ handleTap } = created);
    device.start();
    try {
      screen = showScreen?.(device);
      await Promise.race([screen?.closed ?? device.client.ended, aborted(end)]);
    } finally {
      screen?.close();
      await device.stop();
    }
  } finally {
    await control.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
