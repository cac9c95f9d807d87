import { AppError } from '../app-error.ts';

interface Owner {
  username: string;
  email: string | null;
}

/**
 * Words that somebody who attacks this product would try first, in any case and with a few digits and signs around them: its
 * name, what it does, and the roles. docs/security.md lists them.
 */
export const contextWords: readonly string[] = [
  'fairwatch',
  'admin',
  'administrator',
  'superadmin',
  'rolemanager',
  'supervisor',
  'supervision',
  'console',
];

/** Refuses a password that would be among the first to be tried. Its length is the contract's business. */
export async function checkNewPassword(password: string, { username, email }: Owner): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([username, email, email?.split('@')[0]].some((known) => known?.toLowerCase() === plain)) {
    throw new AppError('password_personal');
  }
  if (isContextWord(plain) || (await loadCommon()).has(plain)) throw new AppError('password_common');
}

/** So many digits and signs are soon tried; more of them are a password by themselves. */
const decorationAtMost = 8;

/** Whether it is one of our words with decoration, such as `!Fairwatch-2026`. */
function isContextWord(plain: string): boolean {
  const letters = plain.replaceAll(/[^\p{L}]/gu, '');
  return contextWords.includes(letters) && plain.length - letters.length <= decorationAtMost;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Some fifty thousand that leaked most often, in lower case. Read when the first password is set. */
function loadCommon(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}
