import type { Capture, CaptureKind } from '@fairwatch/contract';
import { fileNameOf } from '../../core/export/export-file-name.ts';

/** The file extensions of MIME types whose subtype is not the extension. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-wav': 'wav',
  'video/quicktime': 'mov',
};

/** `photo-anna-s-phone-2026-11-15-14-32-05.jpg`, in the time zone of the browser. */
export function captureFileName(
  kind: CaptureKind,
  { mimeType, capturedAt }: Pick<Capture, 'mimeType' | 'capturedAt'>,
  device: string,
): string {
  const at = new Date(capturedAt);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  const moment = parts.map((part) => String(part).padStart(2, '0')).join('-');
  const [type = ''] = mimeType.split(';');
  const extension = extensions[type] ?? type.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? '';
  return `${fileNameOf([kind, device], moment)}${extension && `.${extension}`}`;
}
