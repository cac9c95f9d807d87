import type { CommandParams } from '@fairwatch/contract';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';

type Side = CommandParams<'CAPTURE_PHOTO'>['camera'];

const facings: Readonly<Record<Side, string>> = { FRONT: 'front', BACK: 'back' };

/** Finds the id of a camera in what `termux-camera-info` printed. Phones have several that look the same way; the first is the main one. */
export function parseCameraId(printed: unknown, side: Side): string {
  if (!Array.isArray(printed)) throw new TermuxProblem('UNREADABLE', phoneText('camera.noList'));
  const found = (printed as unknown[]).find((each) => (each as { facing?: unknown } | null)?.facing === facings[side]);
  const id = (found as { id?: unknown } | undefined)?.id;
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) {
    throw new TermuxProblem('FAILED', phoneText(`camera.${side}`));
  }
  return text;
}

/** What `termux-microphone-record -i` printed: the file that is being recorded; null when nothing is. */
export function parseRecorder(printed: unknown): string | null {
  const { isRecording, outputFile } = (printed ?? {}) as Record<string, unknown>;
  if (typeof isRecording !== 'boolean') {
    throw new TermuxProblem('UNREADABLE', phoneText('microphone.unclear'));
  }
  return isRecording ? String(outputFile ?? '') : null;
}
