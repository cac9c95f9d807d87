import { resetPassword, sendPasswordCode, type InputOf } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../core/api/client.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { useMailedCode } from './use-mailed-code.ts';
import { pageLink } from '../../../core/router/page-link.ts';

type Details = Omit<InputOf<typeof resetPassword>, 'email'>;

/** The state of the two steps that reset a password. Afterwards the visitor signs in with the new one. */
export function useForgotPassword() {
  const { t } = useTranslation('forgotPassword');
  const router = useRouter();
  const code = useMailedCode(sendPasswordCode);
  return {
    ...code,
    async finish(details: Details): Promise<void> {
      await call(resetPassword, { email: code.email, ...details });
      toast.success(t('done'));
      // The form is saved, so the guard against unsaved changes is skipped.
      await router.navigate({ ...pageLink('/auth/login'), replace: true, ignoreBlocker: true });
    },
  };
}
