import type { LiveCodec } from '@fairwatch/contract';
import { bitRate, type Size } from './picture-size.ts';

/** A codec of pictures that a browser may encode. */
export type VideoCodec = Extract<LiveCodec, 'VP8' | 'H264'>;
export type PictureCodec = VideoCodec | 'JPEG';

/** The best first: every browser that decodes video decodes VP8, and its encoder is the same everywhere. */
const videoCodecs = ['VP8', 'H264'] as const satisfies readonly VideoCodec[];

export const picturesPerSecond = 15;

/** How a video encoder is set up. H.264 is the constrained baseline in Annex B form, whose key frames stand alone. */
export function encoderConfig(codec: VideoCodec, size: Size, bytesPerSecond: number): VideoEncoderConfig {
  return {
    codec: codec === 'VP8' ? 'vp8' : 'avc1.42E01F',
    ...size,
    bitrate: bitRate(bytesPerSecond),
    framerate: picturesPerSecond,
    latencyMode: 'realtime',
    ...(codec === 'H264' && { avc: { format: 'annexb' } }),
  };
}

/** Whether a browser can encode so. Null for a browser without WebCodecs. */
export type IsSupported = ((config: VideoEncoderConfig) => Promise<VideoEncoderSupport>) | null;

/** The codecs that this browser can encode pictures with, the best first. JPEG is always the last one. */
export async function chooseCodecs(isSupported: IsSupported = browsersEncoder()): Promise<PictureCodec[]> {
  if (isSupported === null) return ['JPEG'];
  const typical = { width: 640, height: 480 };
  const found = await Promise.all(
    videoCodecs.map(async (codec) => {
      try {
        const { supported, config } = await isSupported(encoderConfig(codec, typical, 64 * 1024));
        // A browser leaves out of its answer what it does not know: without Annex B a key frame would not stand alone.
        return supported === true && (codec !== 'H264' || config?.avc?.format === 'annexb') ? [codec] : [];
      } catch {
        return [];
      }
    }),
  );
  return [...found.flat(), 'JPEG'];
}

function browsersEncoder(): IsSupported {
  return 'VideoEncoder' in globalThis ? (config) => VideoEncoder.isConfigSupported(config) : null;
}
