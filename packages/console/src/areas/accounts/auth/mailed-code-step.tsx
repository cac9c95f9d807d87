import { Button, Group, Stack, Text, Title, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormState } from '../../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { NoMailNote } from './no-mail-note.tsx';
import type { SentCode } from './use-mailed-code.ts';
import { limits } from '@fairwatch/contract';
import { ResendButton } from '../../../core/forms/resend-button.tsx';

interface MailedCodeStepProps {
  form: FormState;
  title: string;
  /** Shows where the code was sent to and how long it is valid. */
  subtitle: string;
  submitLabel: string;
  sent: SentCode;
  back: () => void;
  resend: () => Promise<void>;
  /** The fields below the code. */
  children: ReactNode;
}

/** The form for a code from a mail and the values that are set with it. Going back asks for confirmation once something is typed. */
export function MailedCodeStep({
  form,
  title,
  subtitle,
  submitLabel,
  sent,
  back,
  resend,
  children,
}: MailedCodeStepProps) {
  const { t } = useTranslation('register');
  const { pending, problems, dirty, submit, track, attempt } = form;
  const confirmLeave = useUnsavedChanges(dirty);
  return (
    <form onSubmit={submit} onInput={track} noValidate className="fw-form">
      <div>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed">{subtitle}</Text>
      </div>
      <NoMailNote />
      <Problem text={problems['form']} />
      <Stack gap="sm">
        <CodeField sent={sent} resend={() => attempt(resend)} problem={problems['code']} />
        {children}
      </Stack>
      <Group grow gap="xs">
        <Button variant="default" size="md" onClick={() => confirmLeave(back)}>
          {t('back')}
        </Button>
        <Button type="submit" size="md" loading={pending}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}

interface CodeFieldProps {
  sent: SentCode;
  resend: () => Promise<void>;
  problem: string | undefined;
}

/** The code from the mail, and the button that sends another one. */
function CodeField({ sent, resend, problem }: CodeFieldProps) {
  const { t } = useTranslation('register');
  return (
    <>
      <TextInput
        name="code"
        label={t('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={limits.verification.digits}
        size="md"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the visitor comes back from the mail to type the code
        autoFocus
        error={problem}
      />
      <ResendButton
        resendAt={sent.resendAt}
        resend={resend}
        label={(seconds) => (seconds > 0 ? t('resendIn', { seconds }) : t('resend'))}
      />
    </>
  );
}
