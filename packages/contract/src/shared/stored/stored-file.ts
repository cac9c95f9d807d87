import { z } from 'zod/mini';
import { sha256 } from './file-names.ts';

/** Whether a device sent it, or an admin did, for the device. */
export const fileDirections = ['FROM_DEVICE', 'TO_DEVICE'] as const;

/** A file from or for a device that the server has. */
export const cdnFile = z.object({
  id: z.int(),
  fileName: z.string(),
  filePath: z.string(),
  fileHash: sha256,
  fileExtension: z.string(),
  fileSize: z.int(),
  /** Detected from the bytes. For text and unknown formats it is what the sender claimed. */
  mimeType: z.string(),
  /** The URL of the file, without its content ticket. */
  downloadFile: z.string(),
  /** Who asked the device for it, or who uploaded it. */
  requestedBy: z.string(),
  storedAt: z.string(),
  direction: z.enum(fileDirections),
});
export type CdnFile = z.infer<typeof cdnFile>;
