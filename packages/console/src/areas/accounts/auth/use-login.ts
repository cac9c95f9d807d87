import { clientErrorText } from '../../../core/api/error-text.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type MouseEvent, type SubmitEvent } from 'react';
import { ApiError } from '../../../core/api/api-error.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { safeReturnPath } from '../../../core/router/return-path.ts';
import type { Credentials } from './sign-in.ts';

/** Errors by field; those about the whole form are shown above it. */
interface Problems {
  username?: string;
  password?: string;
  code?: string;
  form?: string;
}

function readCredentials(form: HTMLFormElement): Credentials {
  const fields = new FormData(form);
  return {
    username: String(fields.get('username') ?? '').trim(),
    password: String(fields.get('password') ?? ''),
    rememberMe: fields.has('rememberMe'),
    ...(fields.has('code') && { code: String(fields.get('code')).trim() }),
  };
}

/** Loads the sign-in code lazily, because the form is rendered without it. */
const loadSignIn = () => import('./sign-in.ts');

/** Signs in and opens the page that the visitor requested. The route guard decides whether they may see it. */
export function useLogin() {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [needsCode, setNeedsCode] = useState(false);

  useEffect(() => void loadSignIn().catch(() => {}), []);

  function findMissing({ username, password, code }: Credentials): Problems {
    return {
      ...(username === '' && { username: t('login.usernameMissing') }),
      ...(password === '' && { password: t('login.passwordMissing') }),
      ...(code === '' && { code: t('login.codeMissing') }),
    };
  }

  async function enter(signIn: () => Promise<void>): Promise<void> {
    setPending(true);
    try {
      await signIn();
      router.history.replace(safeReturnPath(redirect));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') setNeedsCode(true);
      else setProblems({ form: error instanceof ApiError ? error.message : clientErrorText('socket_unreachable') });
      setPending(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const credentials = readCredentials(form);
    const missing = findMissing(credentials);
    setProblems(missing);
    const [firstField] = Object.keys(missing);
    if (firstField === undefined) void enter(async () => (await loadSignIn()).signIn(credentials));
    else form.querySelector<HTMLInputElement>(`[name=${firstField}]`)?.focus();
  }

  function withPasskey({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void {
    setProblems({});
    const rememberMe = form !== null && readCredentials(form).rememberMe;
    void enter(async () => (await import('./passkey-sign-in.ts')).signInWithPasskey(rememberMe));
  }

  return { pending, problems, needsCode, submit, withPasskey };
}
