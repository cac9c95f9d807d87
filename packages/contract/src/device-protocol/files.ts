import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';

/** Names the bytes of a file: SHA-256 in lower-case hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What both ends refuse in a name: separators, control characters, and the names that mean a folder itself. */
const forbiddenInNames = /[/\\\p{Cc}]/u;

export function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !forbiddenInNames.test(name) && name.isWellFormed();
}

/** The name of a file or folder: one step of a path, never a way out of it. */
export const fileName = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.file.nameMaxLength), z.refine(isFileName, 'This name is not allowed.'));

/** A place below the folder that the device shares: names with `/` between them; empty for that folder itself. */
export const filePath = z.string().check(
  z.maxLength(limits.file.pathMaxLength),
  z.refine((path) => path === '' || path.split('/').every(isFileName), 'This path is not allowed.'),
);

/**
 * Where a device sends the bytes of a file: tus 1.0, with the device's token as bearer. The metadata says for which
 * command, what the bytes are (`sha256`, checked when all are there) and of which kind.
 */
export const deviceFilesPath = '/device/v1/api/files';
export const fileMetadata = z.strictObject({
  commandId: z.string().check(z.regex(/^\d{1,15}$/)),
  sha256,
  mimeType: z.string().check(z.minLength(3), z.maxLength(100)),
});
