import { limits, namesFrom } from '@fairwatch/contract';
import type { Problems } from '../../../core/forms/use-form.ts';
import type { Translate } from '../../../core/i18n/translate.ts';

type Typed = Readonly<Record<string, string>>;

const fits = (text: string, { minLength, maxLength }: { minLength: number; maxLength: number }) =>
  text.length >= minLength && text.length <= maxLength;

/** Checks the form of a code and of a new password. Only the server knows whether the code is right. */
export function checkCodeAndPassword(
  { code = '', password = '', confirmPassword = '' }: Typed,
  t: Translate<'register'>,
): Problems {
  const { minLength: min, maxLength: max } = limits.password;
  return {
    ...(!/^\d{6}$/.test(code.trim()) && { code: t('codeWrong') }),
    ...(!fits(password, limits.password) && { password: t('passwordWrong', { min, max }) }),
    ...(password !== confirmPassword && { confirmPassword: t('passwordsDiffer') }),
  };
}

/** The username, and the display name where it differs, that are sent for a name that was typed and found valid. */
export function typedNames(typed: string) {
  return namesFrom(typed) ?? { username: typed };
}

/** Checks the name and the password of an account that is made, in the order of the fields. */
export function checkAccount({ username: typed = '', ...rest }: Typed, t: Translate<'register'>): Problems {
  const { minLength: min, maxLength: max } = limits.username;
  const { code: _, ...passwords } = checkCodeAndPassword(rest, t);
  return { ...(namesFrom(typed) === null && { username: t('usernameWrong', { min, max }) }), ...passwords };
}

/** Checks the second step of registering, in the order of its fields. */
export function checkDetails(typed: Typed, t: Translate<'register'>): Problems {
  const { code } = checkCodeAndPassword(typed, t);
  return { ...(code !== undefined && { code }), ...checkAccount(typed, t) };
}
