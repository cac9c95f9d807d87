import type { Recorded } from '@fairwatch/device/core';
import { chooseRecordingType, plainType } from './recording-types.ts';
import { t } from './capture.texts.ts';

interface Recording {
  seconds: number;
  kind: 'video' | 'audio';
  signal: AbortSignal;
  onSecond(passed: number): void;
}

const pieceMs = 1000;

/** Records for the given number of seconds. Rejects when `signal` aborts before. */
export async function recordStream(
  stream: MediaStream,
  { seconds, kind, signal, onSecond }: Recording,
): Promise<Recorded> {
  signal.throwIfAborted();
  const mimeType = chooseRecordingType(kind);
  const recorder = new MediaRecorder(stream, { mimeType });
  const pieces: Blob[] = [];
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>();
  recorder.addEventListener('dataavailable', ({ data }) => void pieces.push(data));
  recorder.addEventListener('stop', () => resolve());
  recorder.addEventListener('error', () => reject(new Error(t('brokeOff'))));
  const giveUp = () => reject(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  const begin = performance.now();
  const passed = () => performance.now() - begin;
  recorder.start(pieceMs);
  const ticking = setInterval(() => onSecond(Math.round(passed() / 1000)), 1000);
  const ending = setTimeout(() => recorder.state !== 'inactive' && recorder.stop(), seconds * 1000);
  try {
    await stopped;
    const durationMs = Math.round(passed());
    const blob = new Blob(pieces, { type: plainType(recorder.mimeType || mimeType) });
    if (blob.size === 0) throw new Error(t('emptyRecording'));
    return { mimeType: blob.type, blob, durationMs };
  } finally {
    clearInterval(ticking);
    clearTimeout(ending);
    signal.removeEventListener('abort', giveUp);
    if (recorder.state !== 'inactive') recorder.stop();
  }
}
