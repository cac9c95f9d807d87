import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';

/** What no step of a path may hold: separators and control characters. */
const breaksPaths = /[/\\\p{Cc}]/u;

/** What lies on a device may be called this: one step of a path, never a way out of it. */
export function isPathStep(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !breaksPaths.test(name) && name.isWellFormed();
}

/** Characters that make a name read otherwise than it is, or split its line: direction overrides, line separators. */
const misleads = /[\u202a-\u202e\u2066-\u2069\p{Zl}\p{Zp}]/u;
/** Drive letters and alternate streams. */
const colon = ':';
/** Windows drops them from the end, and so opens another file than the one that was checked. */
const dropped = /[.\s]$/u;
/** Windows opens a device instead, whatever follows the first dot. */
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/**
 * Whether somebody may give a file this name, on any device. Stricter than what may lie there already: no name that some
 * file system reads as something else. Any script, spaces, quotes and leading dots are fine.
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

/** What lies on a device already. */
export const knownFileName = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.file.nameMaxLength), z.refine(isPathStep, 'This name is not allowed.'));

/** A name that an admin gives. */
export const fileName = z
  .string()
  .check(z.maxLength(limits.file.nameMaxLength), z.refine(isFileName, 'This name is not allowed.'));

function utf8Length(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
