import { collectWords } from '@fairwatch/device/words';
import type { CommandParams } from '@fairwatch/contract';
import {
  captureAct,
  sleep,
  type Act,
  type Acts,
  type CaptureScreen,
  type RecordCapture,
  type Recorded,
} from '@fairwatch/device/core';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Termux } from '../../core/termux/termux.ts';
import { capturesName } from './captures-folder.ts';
import { recordVoice } from './record-voice.ts';
import { takePhoto } from './take-photo.ts';

type CaptureType = 'CAPTURE_PHOTO' | 'CAPTURE_VOICE';

export interface CaptureParts {
  termux: Termux;
  /** Recordings lie in a folder of it until they are sent. */
  stateFolder: string;
  /** What the person sees of a capture: countdown, indicator, note, and a way to stop it. */
  screen: CaptureScreen;
  /** Waits so many milliseconds. */
  wait?: typeof sleep;
}

interface Capture<Type extends CaptureType> {
  /** The capture in words for the person, with its article. */
  what(params: CommandParams<Type>): string;
  record(
    params: CommandParams<Type>,
    recording: Parameters<RecordCapture<unknown>>[1] & { folder: string },
  ): Promise<Recorded>;
}

/**
 * The handlers of photo and voice captures. They begin only after the person's tap, which `approve` of the device waits for. What a
 * companion that was killed in the middle of a capture has left behind is deleted now.
 */
export function captureActs(parts: CaptureParts): Acts {
  const { termux, wait = sleep } = parts;
  const swept = rm(path.join(parts.stateFolder, capturesName), { recursive: true, force: true });
  // The next capture tells.
  swept.catch(() => undefined);
  return {
    CAPTURE_PHOTO: capture<'CAPTURE_PHOTO'>(parts, swept, {
      what: ({ camera }) => collectWords(`capture.photo.${camera}`),
      record: (params, { folder, signal }) => takePhoto(termux, params, { folder, signal }),
    }),
    CAPTURE_VOICE: capture<'CAPTURE_VOICE'>(parts, swept, {
      what: () => collectWords('capture.voice'),
      record: ({ seconds }, recording) => recordVoice(termux, { seconds, ...recording, wait }),
    }),
  };
}

function capture<Type extends CaptureType>(
  parts: CaptureParts,
  swept: Promise<void>,
  { what, record }: Capture<Type>,
): Act<Type> {
  const { stateFolder, screen, wait = sleep } = parts;
  return async (params, work) => {
    await swept;
    const all = path.join(stateFolder, capturesName);
    await mkdir(all, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(all, 'capture-'));
    let recorder: Promise<unknown> = Promise.resolve();
    const ended = () => recorder.catch(() => undefined);
    const act = captureAct<Type>(
      what(params),
      shownUntilEnded(screen, ended),
      async (given, recording) => {
        const recorded = record(given, { ...recording, folder });
        recorder = recorded;
        return await recorded;
      },
      { wait },
    );
    try {
      return await act(params, work);
    } finally {
      // A recorder that is being stopped still writes its file.
      await ended();
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Keeps the indicator on until the recorder has really ended: stopping the microphone takes a moment. */
function shownUntilEnded(screen: CaptureScreen, ended: () => Promise<unknown>): CaptureScreen {
  return {
    countdown: (notice, secondsLeft) => screen.countdown(notice, secondsLeft),
    indicator(notice, on) {
      if (on) screen.indicator(notice, true);
      else void ended().then(() => screen.indicator(notice, false));
    },
    note: (text) => screen.note(text),
    stopped: (notice) => screen.stopped(notice),
  };
}
