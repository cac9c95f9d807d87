import { AppError } from '../../core/app-error.ts';

interface Owner {
  username: string;
  email: string | null;
}

/**
 * Words that an attacker of this product would try first, in any case and with a few digits and signs around them: its name,
 * what it does, and the roles. docs/security.md lists them.
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

/** Throws for a password that is among the first to be tried. The contract checks its length. */
export async function checkNewPassword(password: string, { username, email }: Owner): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([username, email, email?.split('@')[0]].some((known) => known?.toLowerCase() === plain)) {
    throw new AppError('password_personal');
  }
  if (isContextWord(plain) || (await loadCommonPasswords()).has(plain)) throw new AppError('password_common');
}

/**
 * A known word with up to this many digits and signs around it is refused, because guessing programs try such variations. With more
 * of them the password is no longer easy to guess.
 */
const maxDecoration = 8;

/** True for a context word with decoration, such as `!Fairwatch-2026`. */
function isContextWord(plain: string): boolean {
  const letters = plain.replaceAll(/[^\p{L}]/gu, '');
  return contextWords.includes(letters) && plain.length - letters.length <= maxDecoration;
}

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads about fifty thousand passwords that leaked most often, in lower case. They are loaded on first use because they take
 * several megabytes of memory.
 */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}
