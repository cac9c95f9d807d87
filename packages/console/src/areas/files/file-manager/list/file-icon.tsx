import {
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconMovie,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react';
import type { FileRow } from '../file-path.ts';

const byType: readonly (readonly [RegExp, TablerIcon])[] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconMovie],
  [/^audio\//, IconFileMusic],
  [/zip|rar|tar|compressed/, IconFileZip],
  [/^text\/|pdf|document/, IconFileText],
];

/** The icon of a folder, or of a file's MIME type. */
export function FileIcon({ file, size }: { file: FileRow; size: number }) {
  const Icon = file.folder ? IconFolder : (byType.find(([type]) => type.test(file.mimeType))?.[1] ?? IconFile);
  return <Icon size={size} stroke={size > 20 ? 1.3 : 1.6} aria-hidden />;
}
