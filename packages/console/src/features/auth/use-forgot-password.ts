import { resetPassword, sendPasswordCode, type InputOf } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { toast } from '../../core/toast/toast.tsx';
import { useMailedCode } from './use-mailed-code.ts';

type Details = Omit<InputOf<typeof resetPassword>, 'email'>;

/** The two steps to a new password. Afterwards the visitor signs in with it. */
export function useForgotPassword() {
  const { t } = useTranslation('forgotPassword');
  const router = useRouter();
  const code = useMailedCode(sendPasswordCode);
  return {
    ...code,
    async finish(details: Details): Promise<void> {
      await call(resetPassword, { email: code.email, ...details });
      toast.success(t('done'));
      // What was typed is saved: nobody is asked whether to leave it.
      await router.navigate({ to: '/auth/login', replace: true, ignoreBlocker: true });
    },
  };
}
