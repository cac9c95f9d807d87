import { mostPayloadBytes, type Encoded, type PictureEncoder } from './picture-encoder.ts';
import { firstQuality, nextQuality, sentSize } from './picture-size.ts';

/** Five pictures a second at most. */
const everyMs = 200;

interface JpegEncoderOptions {
  bytesPerSecond: number;
  onEncoded(picture: Encoded): void;
}

/** Encodes each picture by itself, for browsers that cannot encode video. Fewer pictures are taken where they are too large for the rate. */
export function createJpegEncoder({ bytesPerSecond, onEncoded }: JpegEncoderOptions): PictureEncoder {
  let rate = bytesPerSecond;
  let quality = firstQuality;
  let isBusy = false;
  let isOver = false;
  let dueAt = 0;

  /** Gives a picture on. A canvas that could not be encoded gives null; the next one may be. */
  async function give(blob: Blob | null, takenMs: number): Promise<void> {
    const payload = new Uint8Array((await blob?.arrayBuffer()) ?? []);
    isBusy = false;
    if (isOver || payload.byteLength === 0) return;
    quality = nextQuality(quality, payload.byteLength, (rate * everyMs) / 1000);
    dueAt = takenMs + Math.max(everyMs, (payload.byteLength / rate) * 1000);
    if (payload.byteLength <= mostPayloadBytes) onEncoded({ codec: 'JPEG', isKey: true, takenMs, payload });
  }

  return {
    isReady: (nowMs) => !isBusy && !isOver && nowMs >= dueAt,
    sizeOf: (picture) => sentSize(picture, rate),
    encode(canvas, takenMs) {
      isBusy = true;
      canvas.toBlob((blob) => void give(blob, takenMs), 'image/jpeg', quality);
    },
    // Each picture stands alone.
    requestKey: () => undefined,
    setRate(wanted) {
      rate = wanted;
    },
    close() {
      isOver = true;
    },
  };
}
