/** What a recorder may write, the best first. Chromium and Firefox write WebM, Safari writes MP4. */
const types = {
  video: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
  audio: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg;codecs=opus'],
} as const;

/** The first type that this browser writes and that the server takes. */
export function chooseRecordingType(
  kind: keyof typeof types,
  isSupported: (type: string) => boolean = (type) => MediaRecorder.isTypeSupported(type),
): string {
  const found = types[kind].find((type) => isSupported(type));
  if (found === undefined) throw new Error(`This browser cannot record ${kind === 'video' ? 'a video' : 'sound'}.`);
  return found;
}

/** The type without its codecs, as the server wants to be told it. */
export function plainType(type: string): string {
  return type.split(';', 1)[0]?.trim() ?? type;
}
