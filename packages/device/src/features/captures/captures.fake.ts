import { callRecordingAct, captureAct, type CaptureScreen, type RecordCapture } from '../../core/commands/capture.ts';
import { filmOf, photoOf } from '../../fake/media/pictures.ts';
import type { Random } from '../../fake/random.ts';
import type { SceneName } from '../../fake/media/drawings.ts';
import { fakeVoice } from '../../fake/media/sound.ts';
import type { Acts } from '../../core/commands/handlers.ts';
import { sleep } from '../../core/retry/sleep.ts';

/** What stands before each camera of a simulated phone. */
export const scenesBefore: Readonly<Record<'FRONT' | 'BACK', readonly SceneName[]>> = {
  FRONT: ['portrait'],
  BACK: ['city', 'bicycle', 'cat', 'dog', 'flowers', 'food', 'forest', 'beach'],
};

/** A random view, another one for each capture. */
function viewOf(random: Random, camera: 'FRONT' | 'BACK', size: { width: number; height: number }) {
  return { scene: random.pick(scenesBefore[camera]), seed: `capture-${random.int(0, 2 ** 31)}`, ...size };
}

/** Waits for the length of a recording, second by second. */
async function passing(
  seconds: number,
  wait: typeof sleep,
  { signal, onSecond }: Parameters<RecordCapture<unknown>>[1],
): Promise<void> {
  for (let passed = 1; passed <= seconds; passed += 1) {
    await wait(1000, signal);
    onSecond(passed);
  }
}

/** Waits until the length of a recording has passed or the call ends. Returns the number of seconds. */
async function passingCall(
  seconds: number,
  inCall: () => boolean | undefined,
  wait: typeof sleep,
  { signal, onSecond }: Parameters<RecordCapture<unknown>>[1],
): Promise<number> {
  let passed = 0;
  while (passed < seconds && (passed === 0 || inCall() === true)) {
    await wait(1000, signal);
    passed += 1;
    onSecond(passed);
  }
  return passed;
}

/**
 * The camera, the microphone and the call recorder of a simulated phone. The frames of a film are drawn while it is recorded. `inCall`
 * tells whether a call is under way; `wait` is the sleep function.
 */
export function fakeCaptures(
  random: Random,
  screen: CaptureScreen,
  inCall: () => boolean | undefined,
  wait: typeof sleep = sleep,
): Acts {
  return {
    CAPTURE_PHOTO: captureAct(
      'a photo',
      screen,
      async ({ camera }) => ({
        mimeType: 'image/jpeg',
        bytes: await photoOf(viewOf(random, camera, { width: 1280, height: 960 })),
        durationMs: null,
      }),
      { wait },
    ),
    CAPTURE_VIDEO: captureAct(
      'a video',
      screen,
      async ({ camera, seconds }, recording) => {
        const view = viewOf(random, camera, { width: 480, height: 270 });
        const [bytes] = await Promise.all([
          filmOf(view, { seconds, signal: recording.signal }),
          passing(seconds, wait, recording),
        ]);
        return { mimeType: 'video/webm', bytes, durationMs: seconds * 1000 };
      },
      { wait },
    ),
    CAPTURE_VOICE: captureAct(
      'a voice recording',
      screen,
      async ({ seconds }, recording) => {
        await passing(seconds, wait, recording);
        return { mimeType: 'audio/wav', bytes: fakeVoice(random, seconds), durationMs: seconds * 1000 };
      },
      { wait },
    ),
    RECORD_CALL: callRecordingAct(
      screen,
      inCall,
      async ({ seconds }, recording) => {
        const recorded = await passingCall(seconds, inCall, wait, recording);
        return { mimeType: 'audio/wav', bytes: fakeVoice(random, recorded), durationMs: recorded * 1000 };
      },
      { wait },
    ),
  };
}
