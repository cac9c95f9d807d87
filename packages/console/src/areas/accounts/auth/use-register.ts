import { register, sendVerification, type InputOf } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../core/api/client.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { tokenCookie } from '../../../core/session/token-cookie.ts';
import { useMailedCode } from './use-mailed-code.ts';
import { pageLink } from '../../../core/router/page-link.ts';

type Details = Omit<InputOf<typeof register>, 'email'>;

/** The state of the two steps of registering. Every call may reject with a text for the visitor. */
export function useRegister() {
  const router = useRouter();
  const code = useMailedCode(sendVerification);
  return {
    ...code,
    async finish(details: Details): Promise<void> {
      const { data } = await call(register, { email: code.email, ...details });
      tokenCookie.save(data.token, false);
      await loadProfile();
      router.history.replace(pageLink('/welcome').to);
    },
  };
}
