import { mostPayloadBytes, type Encoded } from './picture-encoder.ts';
import { hasTrackProcessor, readTrack } from './track-processor.ts';

/** Opus for speech. A packet is long, because each one has a header and a way of its own. */
const soundConfig = {
  codec: 'opus',
  bitrate: 24_000,
  opus: { frameDuration: 60_000 },
} as const satisfies Partial<AudioEncoderConfig>;

/** Sound comes in pieces of about 10 ms: half a second of them. */
const mostWaiting = 50;

/** Whether this browser can encode the sound of a microphone. */
export async function canSendSound(): Promise<boolean> {
  if (!hasTrackProcessor() || !('AudioEncoder' in globalThis)) return false;
  try {
    const { supported } = await AudioEncoder.isConfigSupported({
      ...soundConfig,
      sampleRate: 48_000,
      numberOfChannels: 1,
    });
    return supported === true;
  } catch {
    return false;
  }
}

interface SoundOptions {
  track: MediaStreamTrack;
  /** Milliseconds since the camera was opened. */
  now(): number;
  onEncoded(packet: Encoded): void;
  /** Called when the sound cannot be encoded any more. */
  onFailed(): void;
}

/** Encodes the sound of a microphone until the returned function is called. */
export function sendSound({ track, now, onEncoded, onFailed }: SoundOptions): () => void {
  let isOver = false;
  const stop = () => {
    isOver = true;
    stopReading();
    if (encoder.state !== 'closed') encoder.close();
  };
  const fail = () => {
    if (isOver) return;
    stop();
    onFailed();
  };
  const encoder = new AudioEncoder({
    error: fail,
    output(chunk) {
      if (isOver || chunk.byteLength > mostPayloadBytes) return;
      const payload = new Uint8Array(chunk.byteLength);
      chunk.copyTo(payload);
      // Not the encoder's own time, which counts the sound that it got: it falls behind when some was lost.
      onEncoded({ codec: 'OPUS', isKey: true, takenMs: now(), payload });
    },
  });
  const stopReading = readTrack<AudioData>(track, mostWaiting, (data) => {
    if (isOver) return;
    try {
      if (encoder.state === 'unconfigured') {
        // An encoder takes only what it is set up for, and that is known with the first sound.
        const { sampleRate, numberOfChannels } = data;
        encoder.configure({ ...soundConfig, sampleRate, numberOfChannels });
      }
      encoder.encode(data);
    } catch {
      fail();
    }
  });
  return stop;
}
