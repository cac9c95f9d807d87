import type { PictureCodec } from './choose-codec.ts';
import { createJpegEncoder } from './jpeg-encoder.ts';
import type { Encoded, PictureEncoder } from './picture-encoder.ts';
import { readPictures } from './read-pictures.ts';
import { createVideoEncoder } from './video-encoder.ts';

interface LivePicturesOptions {
  /** What this browser can encode, the best first. A codec whose encoder fails is not used again. */
  codecs: readonly PictureCodec[];
  /** Milliseconds since the camera was opened. */
  now(): number;
  onEncoded(picture: Encoded): void;
}

/** The rate until one is set. */
const firstRate = 64 * 1024;

/** Encodes the pictures of a camera, from `start` to `stop`. Nothing is encoded meanwhile. */
export class LivePictures {
  readonly #options: LivePicturesOptions;
  readonly #canvas = document.createElement('canvas');
  #codecs: readonly PictureCodec[];
  #rate = firstRate;
  #encoder: PictureEncoder | null = null;
  #stopReading: (() => void) | null = null;

  constructor(options: LivePicturesOptions) {
    this.#options = options;
    this.#codecs = options.codecs;
  }

  /** Begins with a key frame. */
  start(track: MediaStreamTrack): void {
    this.stop();
    this.#encoder = this.#createEncoder();
    this.#stopReading = readPictures(track, (image, size) => {
      const takenMs = this.#options.now();
      if (!this.#encoder?.isReady(takenMs)) return;
      const { width, height } = this.#encoder.sizeOf(size);
      // Setting a size clears the canvas, even when it is the same.
      if (this.#canvas.width !== width) this.#canvas.width = width;
      if (this.#canvas.height !== height) this.#canvas.height = height;
      this.#canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0, width, height);
      this.#encoder.encode(this.#canvas, takenMs);
    });
  }

  stop(): void {
    this.#stopReading?.();
    this.#stopReading = null;
    this.#encoder?.close();
    this.#encoder = null;
  }

  requestKey(): void {
    this.#encoder?.requestKey();
  }

  setRate(bytesPerSecond: number): void {
    this.#rate = bytesPerSecond;
    this.#encoder?.setRate(bytesPerSecond);
  }

  #createEncoder(): PictureEncoder {
    const { onEncoded } = this.#options;
    const [codec = 'JPEG', ...others] = this.#codecs;
    if (codec === 'JPEG') return createJpegEncoder({ bytesPerSecond: this.#rate, onEncoded });
    const onFailed = () => {
      this.#codecs = others;
      this.#encoder = this.#createEncoder();
    };
    return createVideoEncoder({ codec, bytesPerSecond: this.#rate, onEncoded, onFailed });
  }
}
