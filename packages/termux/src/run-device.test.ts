import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { askRunning } from './core/control/control-client.ts';
import type { TermuxDevice } from './core/state/termux-state.ts';
import { controlPath } from './core/control/control-path.ts';
import { runDevice } from './run-device.ts';
import { joinedPhone } from './testing/joined-device.ts';

describe('a phone that runs', () => {
  it('takes taps until it is asked to end', async () => {
    const { parts, folder, opened, end } = await joinedPhone();
    const running = runDevice(parts);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    expect(await askRunning(controlPath(folder.path), { word: 'pause' })).toEqual({ isDone: true, text: 'Paused.' });
    end.abort();
    await running;
    await expect(askRunning(controlPath(folder.path), { word: 'pause' })).rejects.toThrow('does not run');
  });

  it('gives way to one with a screen, which another one does not replace', async () => {
    const { parts, opened } = await joinedPhone();
    const background = runDevice(parts);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    const closed = Promise.withResolvers<void>();
    const shown = Promise.withResolvers<TermuxDevice>();
    const showScreen = (device: TermuxDevice) => {
      shown.resolve(device);
      return { closed: closed.promise, open: () => undefined, close: () => undefined };
    };
    const withScreen = runDevice({ ...parts, showScreen });
    await background;
    await shown.promise;
    await expect(runDevice({ ...parts, showScreen })).rejects.toThrow('Fairwatch already runs on this phone');
    await expect(runDevice(parts)).rejects.toThrow('Fairwatch already runs on this phone');
    closed.resolve();
    await withScreen;
  });

  it('ends by itself when the server does not know it any more', async () => {
    const { parts, opened, socket } = await joinedPhone();
    const running = runDevice(parts);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    socket().handlers.onClose(4401);
    await running;
  });
});

it('a phone that has not joined does not run', async () => {
  const { parts, folder } = await joinedPhone();
  await rm(join(folder.path, 'device.json'));
  await expect(runDevice(parts)).rejects.toThrow('This phone has not joined.');
});
