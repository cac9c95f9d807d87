import type { CommandParams } from '@fairwatch/contract';

export type Camera = CommandParams<'CAPTURE_PHOTO'>['camera'];

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
    throw new Error('The camera gave no picture.');
  }
  if (camera === null && !stream.getAudioTracks().some(isLive)) {
    throw new Error('The microphone gave no sound.');
  }
}

function isLive({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'live';
}

export function hasSound(stream: MediaStream): boolean {
  return stream.getAudioTracks().length > 0;
}

function inWords(error: unknown, camera: Camera | null): Error {
  const [the, thing] = camera === null ? ['The microphone', 'microphone'] : ['The camera', 'camera'];
  const texts: Readonly<Record<string, string>> = {
    NotAllowedError: `The browser does not let this page use the ${thing}. The person can allow it in the settings of their browser.`,
    SecurityError: `The browser does not let this page use the ${thing}.`,
    NotFoundError: `This device has no ${thing}.`,
    OverconstrainedError: `This device has no such ${thing}.`,
    NotReadableError: `${the} is in use by another app.`,
    AbortError: `${the} could not be opened.`,
  };
  const name = (error as Partial<Error> | null)?.name ?? '';
  return new Error(texts[name] ?? `${the} could not be opened.`, { cause: error });
}
