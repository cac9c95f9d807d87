import { AppError } from '../app-error.ts';

interface Owner {
  username: string;
  email: string | null;
}

/** Refuses a password that would be among the first to be tried. Its length is the contract's business. */
export async function checkNewPassword(password: string, { username, email }: Owner): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([username, email, email?.split('@')[0]].some((known) => known?.toLowerCase() === plain)) {
    throw new AppError('password_personal');
  }
  if ((await loadCommon()).has(plain)) throw new AppError('password_common');
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Some fifty thousand that leaked most often, in lower case. Read when the first password is set. */
function loadCommon(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}
