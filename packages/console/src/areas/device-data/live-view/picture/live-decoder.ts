import type { LiveCodec, LiveFrameHeader } from '@fairwatch/contract';
import type { Arrival } from './picture-age.ts';
import { h264CodecName } from './h264.ts';

/** A picture or a packet of sound as it came. */
export interface LivePacket extends Arrival {
  header: LiveFrameHeader;
  payload: Uint8Array<ArrayBuffer>;
}

/** A picture that can be drawn. Whoever gets it closes it, which frees its memory. */
export interface DrawablePicture {
  image: CanvasImageSource & { close(): void };
  width: number;
  height: number;
  packet: LivePacket;
}

interface DecoderEvents {
  picture(picture: DrawablePicture): void;
  /** This browser cannot decode pictures of this kind. */
  unsupported(codec: LiveCodec): void;
}

export interface LiveDecoder {
  decode(packet: LivePacket): void;
  close(): void;
}

/** With more pictures waiting in the decoder it is behind: the next ones are dropped up to a key frame. */
const maxWaiting = 6;

/** Decodes the pictures of a live view: VP8 and H.264 by the browser's video decoder, JPEG as an image. */
export function createLiveDecoder(events: DecoderEvents): LiveDecoder {
  const video = createVideoPictures(events);
  const jpeg = createJpegPictures(events);
  return {
    decode: (packet) => (packet.header.codec === 'JPEG' ? jpeg : video).decode(packet),
    close() {
      video.close();
      jpeg.close();
    },
  };
}

/** One image is decoded at a time. Of those that come meanwhile the newest is next, and the others are dropped. */
function createJpegPictures({ picture }: DecoderEvents): LiveDecoder {
  let isDecoding = false;
  let isClosed = false;
  let next: LivePacket | null = null;

  async function decodeNext(): Promise<void> {
    for (let packet = next; packet !== null; packet = next) {
      next = null;
      // A broken image is skipped: the one after it replaces it.
      const image = await createImageBitmap(new Blob([packet.payload], { type: 'image/jpeg' })).catch(() => null);
      if (image === null) continue;
      if (isClosed) image.close();
      else picture({ image, width: image.width, height: image.height, packet });
    }
    isDecoding = false;
  }

  return {
    decode(packet) {
      next = packet;
      if (isDecoding || isClosed) return;
      isDecoding = true;
      void decodeNext();
    },
    close() {
      isClosed = true;
      next = null;
    },
  };
}

/** Decodes from a key frame on. After an error, or when it is behind, it waits for the next key frame. */
function createVideoPictures({ picture, unsupported }: DecoderEvents): LiveDecoder {
  let decoder: VideoDecoder | null = null;
  let configured = '';
  let needsKey = true;
  let count = 0;
  /** The packets in the decoder, by the timestamps that it hands through. */
  const inDecoder = new Map<number, LivePacket>();

  function close(): void {
    if (decoder !== null && decoder.state !== 'closed') decoder.close();
    decoder = null;
    configured = '';
    needsKey = true;
    inDecoder.clear();
  }

  function output(frame: VideoFrame): void {
    const packet = inDecoder.get(frame.timestamp);
    inDecoder.delete(frame.timestamp);
    if (packet === undefined) return frame.close();
    picture({ image: frame, width: frame.displayWidth, height: frame.displayHeight, packet });
  }

  function open(codec: string): VideoDecoder {
    close();
    const opened: VideoDecoder = new VideoDecoder({ output, error: () => decoder === opened && close() });
    opened.configure({ codec, optimizeForLatency: true });
    decoder = opened;
    configured = codec;
    return opened;
  }

  /** The decoder for a key frame; null when there is none for its kind. */
  function decoderFor({ header: { codec }, payload }: LivePacket): VideoDecoder | null {
    const name = codec === 'VP8' ? 'vp8' : h264CodecName(payload);
    if (name === null) return null;
    if (decoder !== null && configured === name) return decoder;
    try {
      return open(name);
    } catch {
      close();
      unsupported(codec);
      return null;
    }
  }

  return {
    decode(packet) {
      const { isKey } = packet.header;
      if (!isKey && (needsKey || decoder === null)) return;
      if (!isKey && inDecoder.size >= maxWaiting) {
        needsKey = true;
        return;
      }
      const current = isKey ? decoderFor(packet) : decoder;
      if (current === null) return;
      // A decoder that is behind forgets what waits in it: the key frame is newer.
      if (isKey && inDecoder.size >= maxWaiting) {
        current.reset();
        inDecoder.clear();
        current.configure({ codec: configured, optimizeForLatency: true });
      }
      needsKey = false;
      count += 1;
      inDecoder.set(count, packet);
      try {
        current.decode(
          new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: count, data: packet.payload }),
        );
      } catch {
        close();
      }
    },
    close,
  };
}
