import { codeOf } from './open-directory.ts';
import { phoneText } from '../texts/phone.texts.ts';

const keys: Readonly<Record<string, 'forbidden' | 'readOnly' | 'noSpace' | 'longName' | 'gone'>> = {
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'readOnly',
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  ENAMETOOLONG: 'longName',
  ENOENT: 'gone',
  ELOOP: 'gone',
};

/** Turns a system error into one whose message an admin can read: without the paths of the phone. Other errors stay as they are. */
export function diskProblem(error: unknown): Error {
  const code = codeOf(error);
  if (code === '') return error instanceof Error ? error : new Error(String(error));
  return new Error(phoneText(`disk.${keys[code] ?? 'other'}`, { code }), { cause: error });
}

/** For `catch`: throws the readable form. */
export function throwReadable(error: unknown): never {
  throw diskProblem(error);
}
