import { sleep, type LiveViewSource, type OpenedFor, type OpenLiveView, type TakenFrame } from '@fairwatch/device/core';
import { problemText } from '@fairwatch/device/words';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { livePictureEveryMs } from '../../core/live-view/live-picture-pace.ts';
import type { LiveViewScreen } from '../../core/live-view/live-view-screen.ts';
import type { Termux } from '../../core/termux/termux.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';
import { capturesName } from './captures-folder.ts';
import { livePictureOf } from './live-picture.ts';
import { findCamera, takeJpeg } from './take-photo.ts';

/** The camera may fail once, as when another app has just used it. */
const failuresAllowed = 1;

interface LiveViewParts {
  termux: Termux;
  /** Pictures lie in a folder of it until they are sent. */
  stateFolder: string;
  screen: Pick<LiveViewScreen, 'visible' | 'note'>;
  /** Waits so many milliseconds. */
  wait?: typeof sleep;
  /** In milliseconds. */
  now?: () => number;
}

/** Live views of a phone with Termux: one photo after the other. It begins once its notification is on the phone, and has no sound. */
export function openTermuxLiveView(parts: LiveViewParts): OpenLiveView {
  const { termux, stateFolder, screen } = parts;
  return async (wanted) => {
    const { params, signal } = wanted;
    await screen.visible(signal);
    const cameraId = await findCamera(termux, params.camera, signal);
    const all = path.join(stateFolder, capturesName);
    await mkdir(all, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(all, 'live-'));
    return termuxSource(parts, wanted, { cameraId, folder });
  };
}

function termuxSource(
  { termux, screen, wait = sleep, now = Date.now }: LiveViewParts,
  { params: { camera }, onLost }: Pick<OpenedFor, 'params' | 'onLost'>,
  { cameraId, folder }: { cameraId: string; folder: string },
): LiveViewSource {
  const closed = new AbortController();
  const openedAt = now();
  let taking = new AbortController();
  let busy: Promise<unknown> = Promise.resolve();

  /** Takes one photo and uses its file, which is deleted then. The camera takes one at a time. */
  function withPhoto<Result>(signal: AbortSignal, use: (photo: string) => Promise<Result>): Promise<Result> {
    const before = busy;
    const used = (async () => {
      await before.catch(() => undefined);
      signal.throwIfAborted();
      const own = await mkdtemp(path.join(folder, 'photo-'));
      try {
        return await use(await takeJpeg(termux, cameraId, { folder: own, signal }));
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    })();
    busy = used;
    return used;
  }

  async function follow(onFrame: (frame: TakenFrame) => void, signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const begin = now();
      try {
        await withPhoto(signal, async (photo) => {
          const takenMs = now() - openedAt;
          const payload = await livePictureOf(termux, photo, signal);
          if (!signal.aborted) onFrame({ codec: 'JPEG', isKey: true, camera, isMuted: true, takenMs, payload });
        });
        failures = 0;
      } catch (error) {
        failures += 1;
        if (signal.aborted || failures > failuresAllowed) throw error;
      }
      await wait(Math.max(0, begin + livePictureEveryMs - now()), signal);
    }
  }

  return {
    take(onFrame) {
      taking = new AbortController();
      const { signal } = taking;
      follow(onFrame, signal).catch((error: unknown) => {
        if (signal.aborted) return;
        screen.note(problemText(error));
        onLost('CAMERA_LOST');
      });
    },
    stopTaking: () => taking.abort(new Error(phoneText('camera.over'))),
    // Each picture is one.
    requestKey: () => undefined,
    // One picture in three seconds is below every rate.
    setRate: () => undefined,
    stopSound: () => undefined,
    still: () => withPhoto(closed.signal, async (photo) => ({ mimeType: 'image/jpeg', bytes: await readFile(photo) })),
    close() {
      const over = new Error(phoneText('camera.over'));
      taking.abort(over);
      closed.abort(over);
      // A program that is being stopped may still write its file.
      void busy.catch(() => undefined).then(() => rm(folder, { recursive: true, force: true }).catch(() => undefined));
    },
  };
}
