import { limits } from '@fairwatch/contract';
import { Button, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useForm, type Problems } from '../../../core/forms/use-form.ts';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { NoMailNote } from './no-mail-note.tsx';
import { pageLink } from '../../../core/router/page-link.ts';

interface EmailStepProps {
  title: string;
  subtitle: string;
  /** The text before the link to the sign-in page. */
  question: string;
  email: string;
  next: (email: string) => Promise<void>;
}

/** Step 1 of registering and of resetting a password: the email address. */
export function EmailStep({ title, subtitle, question, email, next }: EmailStepProps) {
  const { t } = useTranslation('register');
  const { pending, problems, submit } = useForm({
    check: ({ email: typed = '' }): Problems => {
      if (typed.trim() === '') return { email: t('emailMissing') };
      return /^\S+@\S+\.\S+$/.test(typed.trim()) ? {} : { email: t('emailWrong') };
    },
    send: ({ email: typed = '' }) => next(typed.trim()),
  });
  return (
    <form onSubmit={submit} noValidate className="fw-form">
      <div>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed">{subtitle}</Text>
      </div>
      <NoMailNote />
      <Problem text={problems['form']} />
      <TextInput
        name="email"
        type="email"
        label={t('email')}
        autoComplete="email"
        defaultValue={email}
        maxLength={limits.email.maxLength}
        size="md"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of this step
        autoFocus
        error={problems['email']}
      />
      <Button type="submit" size="md" fullWidth loading={pending}>
        {t('next')}
      </Button>
      <Text size="md" c="dimmed">
        {question} <Link {...pageLink('/auth/login')}>{t('signIn')}</Link>
      </Text>
    </form>
  );
}
