import { expect, it } from 'vitest';
import { chooseCodecs, encoderConfig } from './choose-codec.ts';

const knows =
  (...codecs: string[]) =>
  async (config: VideoEncoderConfig) => ({ supported: codecs.includes(config.codec), config });

async function knowsNoAnnexB({ codec, width, height }: VideoEncoderConfig): Promise<VideoEncoderSupport> {
  return { supported: codec !== 'vp8', config: { codec, width, height } };
}

it('prefers VP8, then H.264, and can always send JPEGs', async () => {
  expect(await chooseCodecs(knows('vp8', 'avc1.42E01F'))).toEqual(['VP8', 'H264', 'JPEG']);
  expect(await chooseCodecs(knows('avc1.42E01F'))).toEqual(['H264', 'JPEG']);
  expect(await chooseCodecs(knows())).toEqual(['JPEG']);
});

it('sends JPEGs without WebCodecs, and where asking fails', async () => {
  expect(await chooseCodecs(null)).toEqual(['JPEG']);
  expect(await chooseCodecs()).toEqual(['JPEG']);
  expect(await chooseCodecs(() => Promise.reject(new TypeError('no such codec')))).toEqual(['JPEG']);
});

it('does not send H.264 whose key frames cannot stand alone', async () => {
  expect(await chooseCodecs(knowsNoAnnexB)).toEqual(['JPEG']);
});

it('encodes without delay, within the rate', () => {
  const config = encoderConfig('H264', { width: 640, height: 360 }, 40_000);
  expect(config).toMatchObject({ width: 640, height: 360, latencyMode: 'realtime', avc: { format: 'annexb' } });
  expect(config.bitrate).toBe(256_000);
  expect(encoderConfig('VP8', { width: 640, height: 360 }, 40_000).avc).toBeUndefined();
});
