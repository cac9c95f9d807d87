import { changePassword, limits, ownSessions } from '@fairwatch/contract';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { invalidate } from '../../../core/api/query.ts';
import { useForm, type Problems } from '../../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { Problem } from '../../../core/forms/problem.tsx';

const { minLength: min, maxLength: max } = limits.password;

/** Changes the signed-in admin's password. */
export function PasswordCard() {
  const { t } = useTranslation('account');
  // A new key after each change resets the form, so that the passwords do not stay on the page.
  const [formKey, setFormKey] = useState(0);
  const { pending, problems, dirty, submit, track } = useForm({
    check: ({ current = '', next = '', confirm = '' }): Problems => ({
      ...(current === '' && { current: t('password.missing') }),
      ...((next.length < min || next.length > max) && { next: t('password.wrong', { min, max }) }),
      ...(next !== confirm && { confirm: t('password.differ') }),
    }),
    send: async ({ current = '', next = '' }) => {
      await call(changePassword, { currentPassword: current, newPassword: next });
      toast.success(t('password.changed'));
      setFormKey((before) => before + 1);
      await invalidate(ownSessions);
    },
  });
  useUnsavedChanges(dirty);
  const field = {
    maxLength: max,
    visibilityToggleButtonProps: { 'aria-label': t('password.toggle'), tabIndex: 0 },
  } as const;
  return (
    <Card title={t('password.title')} about={t('password.hint')} spaced>
      <Problem text={problems['form']} />
      <form key={formKey} onSubmit={submit} onInput={track} noValidate className="fw-form">
        <PasswordInput
          {...field}
          name="current"
          label={t('password.current')}
          autoComplete="current-password"
          error={problems['current']}
        />
        <PasswordInput
          {...field}
          name="next"
          label={t('password.next')}
          description={t('password.nextHint', { min })}
          autoComplete="new-password"
          error={problems['next']}
        />
        <PasswordInput
          {...field}
          name="confirm"
          label={t('password.confirm')}
          autoComplete="new-password"
          error={problems['confirm']}
        />
        <Button type="submit" loading={pending} style={{ justifySelf: 'start' }}>
          {t('password.submit')}
        </Button>
      </form>
    </Card>
  );
}
