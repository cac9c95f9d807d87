import { z } from 'zod/mini';
import { limits } from '../../core/limits.ts';

/** Characters that no segment of a path may contain: separators and control characters. */
const breaksPaths = /[/\\\p{Cc}]/u;

/** Whether a name is a valid path segment. It cannot escape from its folder. */
export function isPathStep(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !breaksPaths.test(name) && name.isWellFormed();
}

/** Characters that make a name look different: direction overrides and line separators. */
const misleads = /[\u202a-\u202e\u2066-\u2069\p{Zl}\p{Zp}]/u;
/** Used in drive letters and alternate streams. */
const colon = ':';
/** Windows drops them from the end, and so opens another file than the one that was checked. */
const dropped = /[.\s]$/u;
/** Windows opens a device instead, whatever follows the first dot. */
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/**
 * Whether an admin may give a file this name, on any device. It is stricter than the check of existing names: no name that some file
 * system interprets as something else. Any script, spaces, quotes and leading dots are fine.
 */
export function isFileName(name: string): boolean {
  return (
    isPathStep(name) &&
    !misleads.test(name) &&
    !name.includes(colon) &&
    !dropped.test(name) &&
    !windowsDevice.test(name) &&
    utf8Length(name) <= limits.file.nameMaxBytes
  );
}

/** The name of a file that exists on a device. */
export const knownFileName = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.file.nameMaxLength), z.refine(isPathStep, 'This name is not allowed.'));

/** A file name that an admin sets. */
export const fileName = z
  .string()
  .check(z.maxLength(limits.file.nameMaxLength), z.refine(isFileName, 'This name is not allowed.'));

/** The SHA-256 of a file, in lower-case hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A path in the shared folder: names joined by `/`; empty for the folder itself. */
export const filePath = z.string().check(
  z.maxLength(limits.file.pathMaxLength),
  z.refine((path) => path === '' || path.split('/').every(isPathStep), 'This path is not allowed.'),
);

function utf8Length(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
