import { z } from 'zod/mini';
import { sha256 } from '../device-protocol/files.ts';

/** Whether a device sent it, or an admin did, for the device. */
export const fileDirections = ['FROM_DEVICE', 'TO_DEVICE'] as const;
export type FileDirection = (typeof fileDirections)[number];

/** A file from or for a device that the server has. */
export const cdnFile = z.object({
  id: z.int(),
  fileName: z.string(),
  filePath: z.string(),
  fileHash: sha256,
  fileExtension: z.string(),
  fileSize: z.int(),
  /** By its bytes; what is told about text and unknown bytes is only as true as its sender. */
  mimeType: z.string(),
  /** Where it is fetched, together with a ticket. */
  downloadFile: z.string(),
  /** Who asked the device for it, or who uploaded it. */
  requestedBy: z.string(),
  storedAt: z.string(),
  direction: z.enum(fileDirections),
});
export type CdnFile = z.infer<typeof cdnFile>;
