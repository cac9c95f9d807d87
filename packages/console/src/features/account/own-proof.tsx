import { limits, twoFactor } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import type { Problems } from '../../core/forms/use-form.ts';
import { OwnPassword } from './own-password.tsx';

/** What whoever is signed in types to prove that it is them: the code only with two-factor sign-in. */
export interface Proof {
  password: string;
  code?: string;
}

/** Which fields a proof takes from this account, what is missing of them, and the proof once they are filled. */
export function useProof() {
  const { t } = useTranslation('account');
  const { data } = useQuery(query(twoFactor, {}));
  const asksCode = (data?.data.enabledAt ?? null) !== null;
  return {
    asksCode,
    check: ({ password = '', code = '' }: Record<string, string>): Problems => ({
      ...(password === '' && { password: t('password.missing') }),
      ...(asksCode && code.trim() === '' && { code: t('proof.codeMissing') }),
    }),
    read: ({ password = '', code = '' }: Record<string, string>): Proof => ({
      password,
      ...(asksCode && { code: code.trim() }),
    }),
  };
}

interface OwnProofProps {
  asksCode: boolean;
  problems: Problems;
}

/** The fields of a proof. */
export function OwnProof({ asksCode, problems }: OwnProofProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <OwnPassword
        label={t('twoFactor.password')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
        autoFocus
        error={problems['password']}
      />
      {asksCode && (
        <TextInput
          name="code"
          label={t('proof.code')}
          description={t('proof.codeHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="one-time-code"
          maxLength={limits.twoFactor.maxCodeLength}
          error={problems['code']}
        />
      )}
    </>
  );
}
