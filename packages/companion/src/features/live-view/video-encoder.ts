import { limits } from '@fairwatch/contract';
import { encoderConfig, picturesPerSecond, type VideoCodec } from './choose-codec.ts';
import { mostPayloadBytes, type Encoded, type PictureEncoder } from './picture-encoder.ts';
import { sentSize, type Size } from './picture-size.ts';

/** While more pictures than this wait in the encoder, new ones are skipped: an old picture is of no use. */
const mostQueued = 2;
const everyMs = 1000 / picturesPerSecond;
/** A picture that comes a little early is taken: cameras are not exact. */
const earlyMs = 5;

interface VideoEncoderOptions {
  codec: VideoCodec;
  bytesPerSecond: number;
  onEncoded(picture: Encoded): void;
  /** Called once, when the encoder has failed. */
  onFailed(): void;
}

/** Encodes pictures as video, with a key frame at least as often as viewers need one. */
export function createVideoEncoder({ codec, bytesPerSecond, ...on }: VideoEncoderOptions): PictureEncoder {
  const encoder = new VideoEncoder({ output: give, error: fail });
  let rate = bytesPerSecond;
  let configured: Size | null = null;
  let isKeyWanted = true;
  let isSkipping = false;
  let isOver = false;
  let dueAt = 0;
  let keyAt = Number.NEGATIVE_INFINITY;

  function fail(): void {
    if (isOver) return;
    close();
    on.onFailed();
  }

  function close(): void {
    isOver = true;
    if (encoder.state !== 'closed') encoder.close();
  }

  function give(chunk: EncodedVideoChunk): void {
    if (isOver) return;
    const isKey = chunk.type === 'key';
    // Without a picture, those after it cannot be decoded up to the next key frame.
    isSkipping = chunk.byteLength > mostPayloadBytes || (isSkipping && !isKey);
    if (isSkipping) return void (isKeyWanted = true);
    const payload = new Uint8Array(chunk.byteLength);
    chunk.copyTo(payload);
    on.onEncoded({ codec, isKey, takenMs: chunk.timestamp / 1000, payload });
  }

  function configureFor({ width, height }: Size): void {
    if (configured?.width === width && configured.height === height) return;
    encoder.configure(encoderConfig(codec, { width, height }, rate));
    configured = { width, height };
    isKeyWanted = true;
  }

  return {
    isReady: (nowMs) => !isOver && encoder.encodeQueueSize <= mostQueued && nowMs >= dueAt - earlyMs,
    sizeOf: (picture) => sentSize(picture, rate),
    encode(canvas, takenMs) {
      // Counted from when it was due, so that a camera with 20 pictures a second gives 15 of them and not 10.
      dueAt = Math.max(dueAt + everyMs, takenMs);
      try {
        configureFor(canvas);
        const isKey = isKeyWanted || takenMs - keyAt >= limits.liveView.keyFrameEveryMs;
        isKeyWanted = false;
        if (isKey) keyAt = takenMs;
        const frame = new VideoFrame(canvas, { timestamp: Math.round(takenMs * 1000) });
        try {
          encoder.encode(frame, { keyFrame: isKey });
        } finally {
          frame.close();
        }
      } catch {
        fail();
      }
    },
    requestKey() {
      isKeyWanted = true;
    },
    setRate(wanted) {
      rate = wanted;
      configured = null;
    },
    close,
  };
}
