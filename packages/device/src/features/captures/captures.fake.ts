import { callRecordingAct, captureAct, type CaptureScreen, type RecordCapture } from '../../core/capture.ts';
import { filmOf, photoOf } from '../../fake/pictures.ts';
import type { Random } from '../../fake/random.ts';
import type { SceneName } from '../../fake/scenes.ts';
import { fakeVoice } from '../../fake/sound.ts';
import type { Acts } from '../../core/handlers.ts';
import { sleep } from '../../core/sleep.ts';

const before: Readonly<Record<'FRONT' | 'BACK', readonly SceneName[]>> = {
  FRONT: ['portrait'],
  BACK: ['city', 'bicycle', 'cat', 'dog', 'flowers', 'food', 'forest', 'beach'],
};

/** What the camera sees now: another view each time. */
function viewOf(random: Random, camera: 'FRONT' | 'BACK', size: { width: number; height: number }) {
  return { scene: random.pick(before[camera]), seed: `capture-${random.int(0, 2 ** 31)}`, ...size };
}

/** Lets the seconds of a recording pass, as they do. */
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

/** Lets the seconds of a call pass until they are over or somebody hangs up. Gives back how many there were. */
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
 * Camera, microphone and calls of a simulated phone. A film's frames are drawn while its time passes. `inCall` says whether
 * a call is under way, `wait` how seconds pass.
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
