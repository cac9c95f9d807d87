import type { Camera } from '@fairwatch/contract';
import { t } from './camera.texts.ts';

/** The devices of a capture: a camera with or without sound, or a microphone alone. */
export interface WantedTracks {
  camera: Camera | null;
  sound: boolean;
}

type MediaDevices = Pick<globalThis.MediaDevices, 'getUserMedia'>;

const facing = { FRONT: 'user', BACK: 'environment' } as const;

/**
 * Opens the camera or the microphone, and checks the tracks: if a policy blocks the camera there may be sound alone, which must never
 * be sent as a video. Stops everything when `signal` aborts meanwhile.
 */
export async function openStream(
  wanted: WantedTracks,
  signal: AbortSignal,
  devices: MediaDevices = navigator.mediaDevices,
): Promise<MediaStream> {
  const stream = await askFor(wanted, devices);
  try {
    signal.throwIfAborted();
    checkTracks(stream, wanted);
    return stream;
  } catch (error) {
    stopStream(stream);
    throw error;
  }
}

/**
 * Like `openStream`, without waiting for the browser's permission prompt when the signal aborts. A stream that opens later is stopped
 * immediately.
 */
export async function openStreamUnless(signal: AbortSignal, wanted: WantedTracks): Promise<MediaStream> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason as Error);
  signal.throwIfAborted();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([openStream(wanted, signal), promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function askFor({ camera, sound }: WantedTracks, devices: MediaDevices): Promise<MediaStream> {
  const video =
    camera === null ? false : { facingMode: facing[camera], width: { ideal: 1280 }, height: { ideal: 720 } };
  try {
    return await devices.getUserMedia({ video, audio: sound });
  } catch (error) {
    if (camera === null || !sound) throw inWords(error, camera);
  }
  // Without a usable microphone a silent video is recorded.
  try {
    return await devices.getUserMedia({ video, audio: false });
  } catch (error) {
    throw inWords(error, camera);
  }
}

/** Checks the tracks of a stream. Throws a readable error when there is no picture, or no sound for a voice recording. */
function checkTracks(stream: MediaStream, { camera }: WantedTracks): void {
  if (camera !== null && !stream.getVideoTracks().some(isLive)) {
    throw new Error(t('camera.empty'));
  }
  if (camera === null && !stream.getAudioTracks().some(isLive)) {
    throw new Error(t('microphone.empty'));
  }
}

function isLive({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'live';
}

export function hasSound(stream: MediaStream): boolean {
  return stream.getAudioTracks().length > 0;
}

/** The names of errors that the person can do something about. Any other is told like `AbortError`. */
const problemNames = [
  'NotAllowedError',
  'SecurityError',
  'NotFoundError',
  'OverconstrainedError',
  'NotReadableError',
] as const;

function inWords(error: unknown, camera: Camera | null): Error {
  const name = (error as Partial<Error> | null)?.name;
  const known = problemNames.find((each) => each === name) ?? 'AbortError';
  return new Error(t(`${camera === null ? 'microphone' : 'camera'}.${known}`), { cause: error });
}
