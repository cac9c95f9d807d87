import { register, sendVerification, type InputOf } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../core/api/client.ts';
import { loadProfile } from '../../core/session/load-profile.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';
import { useMailedCode } from './use-mailed-code.ts';

type Details = Omit<InputOf<typeof register>, 'email'>;

/** The two steps of registering. Every call may reject with a text to show. */
export function useRegister() {
  const router = useRouter();
  const code = useMailedCode(sendVerification);
  return {
    ...code,
    async finish(details: Details): Promise<void> {
      const { data } = await call(register, { email: code.email, ...details });
      tokenCookie.save(data.token, false);
      await loadProfile();
      router.history.replace('/welcome');
    },
  };
}
