import { limits } from '@fairwatch/contract';
import type { TFunction } from 'i18next';
import type { Problems } from '../../core/forms/use-form.ts';

type Typed = Readonly<Record<string, string>>;

const fits = (text: string, { minLength, maxLength }: { minLength: number; maxLength: number }) =>
  text.length >= minLength && text.length <= maxLength;

/** What is wrong with the second step as it was typed. Whether the code is the right one, only the server knows. */
export function checkDetails(
  { code = '', username = '', password = '', confirmPassword = '' }: Typed,
  t: TFunction<'register'>,
): Problems {
  const { password: passwords, username: names } = limits;
  return {
    ...(!/^\d{6}$/.test(code.trim()) && { code: t('codeWrong') }),
    ...(!fits(username.trim(), names) && {
      username: t('usernameWrong', { min: names.minLength, max: names.maxLength }),
    }),
    ...(!fits(password, passwords) && {
      password: t('passwordWrong', { min: passwords.minLength, max: passwords.maxLength }),
    }),
    ...(password !== confirmPassword && { confirmPassword: t('passwordsDiffer') }),
  };
}
