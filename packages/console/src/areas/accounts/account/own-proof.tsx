import { limits, twoFactor } from '@fairwatch/contract';
import { TextInput, PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { type Problems, useForm } from '../../../core/forms/use-form.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { Problem } from '../../../core/forms/problem.tsx';

/** The fields that confirm the signed-in admin's identity: the password, and a code with two-factor sign-in. */
export interface Proof {
  password: string;
  code?: string;
}

/** Validates and reads the proof of identity, which includes a code if the account has two-factor sign-in. */
export function useProof() {
  const { t } = useTranslation('account');
  const { data } = useQuery(query(twoFactor, {}));
  const needsCode = (data?.data.enabledAt ?? null) !== null;
  return {
    needsCode,
    check: ({ password = '', code = '' }: Record<string, string>): Problems => ({
      ...(password === '' && { password: t('password.missing') }),
      ...(needsCode && code.trim() === '' && { code: t('proof.codeMissing') }),
    }),
    read: ({ password = '', code = '' }: Record<string, string>): Proof => ({
      password,
      ...(needsCode && { code: code.trim() }),
    }),
  };
}

interface OwnProofProps {
  needsCode: boolean;
  problems: Problems;
}

/** The input fields of a `Proof`. */
export function OwnProof({ needsCode, problems }: OwnProofProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <OwnPassword
        label={t('twoFactor.password')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the dialog
        autoFocus
        error={problems['password']}
      />
      {needsCode && (
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

/** The current password, which confirms the signed-in admin's identity. */
export function OwnPassword(props: Pick<PasswordInputProps, 'label' | 'error' | 'autoFocus'>) {
  const { t } = useTranslation('account');
  return (
    <PasswordInput
      {...props}
      name="password"
      autoComplete="current-password"
      maxLength={limits.password.maxLength}
      visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
    />
  );
}

interface PasswordStepProps {
  text: string;
  onProof: (proof: Proof) => Promise<void>;
  cancel: () => void;
}

/** Asks for the password again and, from an account with two-factor sign-in, for a code. */
export function PasswordStep({ text, onProof, cancel }: PasswordStepProps) {
  const { t } = useTranslation('account');
  const { needsCode, check, read } = useProof();
  const { pending, problems, submit } = useForm({ check, send: (values) => onProof(read(values)) });
  return (
    <form onSubmit={submit} noValidate className="fw-form">
      <Text c="dimmed">{text}</Text>
      <Problem text={problems['form']} />
      <OwnProof needsCode={needsCode} problems={problems} />
      <FormButtons
        cancelLabel={t('twoFactor.cancel')}
        cancel={cancel}
        submitLabel={t('twoFactor.go')}
        saving={pending}
      />
    </form>
  );
}
