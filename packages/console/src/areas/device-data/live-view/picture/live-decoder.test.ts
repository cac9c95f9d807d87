import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { packetForTest } from '../packet-for-test.ts';
import { createLiveDecoder, type DrawablePicture } from './live-decoder.ts';

/** The video decoder of a browser, whose output the test releases. */
class FakeVideoDecoder {
  static all: FakeVideoDecoder[] = [];
  static refuses = false;
  state = 'unconfigured';
  codecs: string[] = [];
  waiting: { type: string; timestamp: number }[] = [];
  decoded: string[] = [];
  readonly init: VideoDecoderInit;

  constructor(init: VideoDecoderInit) {
    this.init = init;
    FakeVideoDecoder.all.push(this);
  }

  configure({ codec }: { codec: string }): void {
    if (FakeVideoDecoder.refuses) throw new DOMException('Not supported.', 'NotSupportedError');
    this.codecs.push(codec);
    this.state = 'configured';
  }

  decode(chunk: { type: string; timestamp: number }): void {
    this.decoded.push(chunk.type);
    this.waiting.push(chunk);
  }

  reset(): void {
    this.waiting = [];
  }

  close(): void {
    this.state = 'closed';
  }

  /** Hands out all decoded pictures. */
  release(): void {
    for (const { timestamp } of this.waiting.splice(0)) {
      this.init.output({ timestamp, displayWidth: 640, displayHeight: 480, close: vi.fn<() => void>() } as never);
    }
  }
}

function createDecoder() {
  const pictures: DrawablePicture[] = [];
  const unsupported = vi.fn<(codec: string) => void>();
  const decoder = createLiveDecoder({ picture: (picture) => pictures.push(picture), unsupported });
  onTestFinished(decoder.close);
  return { decoder, pictures, unsupported };
}

const video = (at = 0) => FakeVideoDecoder.all[at] as FakeVideoDecoder;
const key = { isKey: true };
const delta = { isKey: false };
const jpeg = (takenMs: number) => packetForTest({ codec: 'JPEG', takenMs });

beforeEach(() => {
  [FakeVideoDecoder.all, FakeVideoDecoder.refuses] = [[], false];
  vi.stubGlobal('VideoDecoder', FakeVideoDecoder);
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      readonly type: string;
      readonly timestamp: number;

      constructor({ type, timestamp }: EncodedVideoChunkInit) {
        this.type = type;
        this.timestamp = timestamp;
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe('pictures of a video', () => {
  it('begin with a key frame, and keep what is known about each', () => {
    const { decoder, pictures } = createDecoder();
    decoder.decode(packetForTest(delta));
    expect(FakeVideoDecoder.all).toEqual([]);
    decoder.decode(packetForTest({ ...key, camera: 'FRONT' }));
    decoder.decode(packetForTest(delta));
    video().release();
    expect(video().decoded).toEqual(['key', 'delta']);
    expect(pictures.map(({ width, packet }) => [width, packet.header.camera])).toEqual([
      [640, 'FRONT'],
      [640, 'BACK'],
    ]);
  });

  it('are dropped up to the next key frame when the decoder is behind, which then begins anew', () => {
    const { decoder, pictures } = createDecoder();
    decoder.decode(packetForTest(key));
    for (let count = 0; count < 20; count += 1) decoder.decode(packetForTest(delta));
    expect(video().decoded).toHaveLength(6);
    decoder.decode(packetForTest({ ...key, takenMs: 900 }));
    decoder.decode(packetForTest(delta));
    video().release();
    expect(pictures[0]?.packet.header.takenMs).toBe(900);
    expect(pictures).toHaveLength(2);
  });

  it('wait for a key frame after an error', () => {
    const { decoder } = createDecoder();
    decoder.decode(packetForTest(key));
    video().init.error(new DOMException('Broken.'));
    decoder.decode(packetForTest(delta));
    expect(FakeVideoDecoder.all).toHaveLength(1);
    decoder.decode(packetForTest(key));
    expect(video(1).decoded).toEqual(['key']);
  });

  it('are decoded by what an H.264 stream says of itself, and by another decoder when that changes', () => {
    const { decoder } = createDecoder();
    decoder.decode(packetForTest({ ...key, codec: 'H264' }, [0, 0, 0, 1, 0x67, 0x42, 0xe0, 0x1f, 0]));
    decoder.decode(packetForTest({ ...key, codec: 'VP8' }));
    expect([video().codecs, video().state, video(1).codecs]).toEqual([['avc1.42e01f'], 'closed', ['vp8']]);
  });

  it('are reported where the browser cannot decode them', () => {
    FakeVideoDecoder.refuses = true;
    const { decoder, unsupported } = createDecoder();
    decoder.decode(packetForTest(key));
    expect(unsupported).toHaveBeenCalledWith('VP8');
    vi.stubGlobal('VideoDecoder', undefined);
    decoder.decode(packetForTest(key));
    expect(unsupported).toHaveBeenCalledTimes(2);
  });
});

describe('pictures as JPEG', () => {
  it('are decoded one at a time, and the newest of those that came meanwhile is next', async () => {
    const { decoder, pictures } = createDecoder();
    const first = Promise.withResolvers<object>();
    const image = { width: 320, height: 240, close: vi.fn<() => void>() };
    const decode = vi.fn<typeof createImageBitmap>().mockResolvedValue(image as never);
    decode.mockReturnValueOnce(first.promise as never);
    vi.stubGlobal('createImageBitmap', decode);
    for (const takenMs of [1, 2, 3]) decoder.decode(jpeg(takenMs));
    first.resolve(image);
    await vi.waitFor(() => expect(pictures).toHaveLength(2));
    expect(pictures.map(({ packet }) => packet.header.takenMs)).toEqual([1, 3]);
  });

  it('are skipped when broken, and freed when the viewer has left', async () => {
    const { decoder, pictures } = createDecoder();
    const last = Promise.withResolvers<object>();
    const image = { width: 320, height: 240, close: vi.fn<() => void>() };
    vi.stubGlobal(
      'createImageBitmap',
      vi
        .fn<typeof createImageBitmap>()
        .mockRejectedValueOnce(new Error('broken'))
        .mockReturnValue(last.promise as never),
    );
    decoder.decode(jpeg(1));
    decoder.decode(jpeg(2));
    await vi.waitFor(() => expect(createImageBitmap).toHaveBeenCalledTimes(2));
    decoder.close();
    last.resolve(image);
    await vi.waitFor(() => expect(image.close).toHaveBeenCalledOnce());
    expect(pictures).toEqual([]);
  });
});
