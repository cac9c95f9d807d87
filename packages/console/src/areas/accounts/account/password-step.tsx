import { Text } from '@mantine/core';
import { useForm } from '../../../core/forms/use-form.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { OwnProof, useProof, type Proof } from './own-proof.tsx';
import { Problem } from '../../../core/forms/problem.tsx';

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
