import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { alertChoices, createAlertRule, limits, updateAlertRule, type AlertRule } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../core/api/client.ts';
import { query } from '../../core/api/query.ts';
import { refetchChanged } from '../../core/changes/refetch-changed.ts';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { CountedTextarea } from '../../core/forms/counted-textarea.tsx';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../core/session/session-store.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { newHours } from './hours-draft.ts';
import { draftOf, fieldsOf, newDraft, problemsOf, type RuleDraft } from './rule-draft.ts';
import { Box, type FieldsProps } from './rule-fields.tsx';
import classes from './rule-dialog.module.css';
import { RuleTargetFields } from './rule-target-fields.tsx';
import { TryRule } from './try-rule.tsx';

interface RuleDialogProps {
  /** The rule to change; null for a new one. */
  rule: AlertRule | null;
  close: () => void;
}

/** Creates an alert rule or changes one. */
export function RuleDialog({ rule, close }: RuleDialogProps) {
  const { t } = useTranslation('alerts');
  const session = useAdminSession();
  const [initial] = useState(() => (rule === null ? newDraft(session) : draftOf(rule)));
  const [draft, setDraft] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const dirty = draft !== initial && !saving;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const problems = isSubmitted ? problemsOf(draft) : [];
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const parts = { draft, change, problems };
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    const [first] = problemsOf(draft);
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setSaving(true);
    const fields = fieldsOf(draft);
    const request =
      rule === null ? call(createAlertRule, fields) : call(updateAlertRule, { ruleId: rule.id, ...fields });
    const saved = await toastPromise(request).then(
      () => true,
      () => false,
    );
    setSaving(false);
    if (saved) close();
    await refetchChanged('alerts');
  }
  return (
    <Dialog
      title={rule === null ? t('form.create') : t('form.edit', { name: rule.name })}
      close={cancel}
      dirty={dirty}
      wide
    >
      <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.hint}>{t('form.hint')}</p>
        <TextInput
          name="name"
          label={t('form.name')}
          withAsterisk
          autoComplete="off"
          maxLength={limits.alert.nameMaxLength}
          value={draft.name}
          error={problems.includes('name') && t('form.nameMissing')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <CountedTextarea
          name="purpose"
          label={t('form.purpose')}
          placeholder={t('form.purposeHint')}
          rows={2}
          dir="auto"
          maxLength={limits.alert.purposeMaxLength}
          countWords={(count) => t('form.left', { count })}
          value={draft.purpose}
          error={problems.includes('purpose') ? t('form.purposeMissing') : undefined}
          onText={(purpose) => change({ purpose })}
        />
        <ConditionFields {...parts} />
        <RuleTargetFields {...parts} />
        <TellFields {...parts} />
        <TryRule draft={draft} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t(rule === null ? 'form.confirmCreate' : 'form.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** Who is told, how, and when not. */
function TellFields({ draft, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  const { userId } = useAdminSession() ?? {};
  const recipients = useQuery(query(alertChoices, {})).data?.data.recipients ?? [];
  const others = recipients.filter(({ id }) => String(id) !== String(userId));
  const { recipientIds, byMail, quiet, on } = draft;
  return (
    <div className={classes.part}>
      {others.length > 0 && (
        <fieldset className={classes.set}>
          <legend>{t('form.recipients')}</legend>
          <p className={classes.hint}>{t('form.recipientsHint')}</p>
          <div className={classes.boxes}>
            {others.map(({ id, username }) => (
              <Box
                key={id}
                label={username}
                checked={recipientIds.includes(id)}
                onChange={(checked) =>
                  change({ recipientIds: checked ? [...recipientIds, id] : recipientIds.filter((each) => each !== id) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Box label={t('form.byMail')} checked={byMail} onChange={(checked) => change({ byMail: checked })} />
      <Box
        label={t('form.quiet')}
        checked={quiet !== null}
        onChange={(checked) => change({ quiet: checked ? newHours('22:00', '06:00') : null })}
      />
      {quiet !== null && (
        <>
          <p className={classes.hint}>{t('form.quietHint')}</p>
          <HoursFields
            label={t('form.quiet')}
            name="quiet"
            hours={quiet}
            change={(hours) => change({ quiet: hours })}
            isWrong={problems.includes('quiet')}
          />
        </>
      )}
      <Box label={t('form.switchedOn')} checked={on} onChange={(checked) => change({ on: checked })} />
    </div>
  );
}
