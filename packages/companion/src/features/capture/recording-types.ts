import { t } from './capture.texts.ts';

/** The recording formats, best first. Chromium and Firefox write WebM, Safari writes MP4. */
const types = {
  video: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
  audio: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg;codecs=opus'],
} as const;

/** The first format that this browser can write. Throws a readable error when there is none. */
export function chooseRecordingType(
  kind: keyof typeof types,
  isSupported: (type: string) => boolean = (type) => MediaRecorder.isTypeSupported(type),
): string {
  const found = types[kind].find((type) => isSupported(type));
  if (found === undefined) throw new Error(t(`impossible.${kind}`));
  return found;
}

/** The MIME type without its codecs, as the server expects it. */
export function plainType(type: string): string {
  return type.split(';', 1)[0]?.trim() ?? type;
}
