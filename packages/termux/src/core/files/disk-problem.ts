import { codeOf } from './open-directory.ts';

const texts: Readonly<Record<string, string>> = {
  EACCES: 'Android does not let Termux do this in this folder.',
  EPERM: 'Android does not let Termux do this in this folder.',
  EROFS: 'This folder can only be read.',
  ENOSPC: 'There is no space left on the phone.',
  EDQUOT: 'There is no space left on the phone.',
  ENAMETOOLONG: 'This name is too long for the phone.',
  ENOENT: 'This file is no longer on the device.',
  ELOOP: 'This file is no longer on the device.',
};

/** Turns a system error into one whose message an admin can read: without the paths of the phone. Other errors stay as they are. */
export function diskProblem(error: unknown): Error {
  const code = codeOf(error);
  if (code === '') return error instanceof Error ? error : new Error(String(error));
  return new Error(texts[code] ?? `The phone could not do this (${code}).`, { cause: error });
}

/** For `catch`: throws the readable form. */
export function throwReadable(error: unknown): never {
  throw diskProblem(error);
}
