import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { alertChoices, createAlertRule, limits, updateAlertRule, type AlertRule } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { Box, Boxes } from '../../../core/forms/boxes.tsx';
import { DraftDialog } from '../../../shared/draft-form/draft-dialog.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import { NameAndPurpose } from '../../../shared/draft-form/name-and-purpose.tsx';
import { useDraftForm } from '../../../shared/draft-form/use-draft-form.ts';
import type { Translate } from '../../../core/i18n/translate.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { TargetFields } from '../../../shared/watch-targets/target-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import type { proposedAlert } from '../first-proposals.ts';
import { hoursDraftOf, newHours } from './hours-draft.ts';
import { draftOf, fieldsOf, newDraft, problemsOf, type FieldsProps, type RuleDraft } from './rule-draft.ts';
import { TryRule } from './try-rule.tsx';

interface RuleDialogProps {
  /** The rule to change; null for a new one. */
  rule: AlertRule | null;
  /** What a link proposes for a new rule. */
  proposed?: ReturnType<typeof proposedAlert>;
  /** Called with its name once it is saved, before the dialog closes. */
  onSaved?: (name: string) => void;
  close: () => void;
}

/** Creates an alert rule or changes one. */
export function RuleDialog({ rule, proposed = null, onSaved, close }: RuleDialogProps) {
  const { t } = useTranslation('alerts');
  const session = useAdminSession();
  const form = useDraftForm({
    start: () => (rule === null ? { ...newDraft(session), ...startOf(proposed, t) } : draftOf(rule)),
    problemsOf,
    send: async (draft) => {
      await save(rule, draft);
      onSaved?.(draft.name);
    },
    feature: 'alerts',
    close,
  });
  const { fields, tried } = form;
  const { draft, change } = fields;
  return (
    <DraftDialog
      form={form}
      title={rule === null ? t('form.create') : t('form.edit', { name: rule.name })}
      hint={t('form.hint')}
      isNew={rule === null}
    >
      <NameAndPurpose {...fields} limits={limits.alert} example={t('form.purposeHint')} />
      <ConditionFields {...fields} />
      <div className={parts.part}>
        <TargetFields of="rule" draft={draft.target} tried={tried} onChange={(target) => change({ target })} />
      </div>
      <TellFields {...fields} />
      <TryRule draft={draft} />
    </DraftDialog>
  );
}

/** A proposed rule as the form starts with it. */
function startOf(proposed: ReturnType<typeof proposedAlert>, t: Translate<'alerts'>): Partial<RuleDraft> {
  if (proposed === null) return {};
  const { event, zoneId, zoneName, hours } = proposed;
  return {
    event,
    zoneId,
    name: zoneName === '' ? '' : t(`first.name.${event}`, { zone: zoneName }),
    purpose: t(`first.purpose.${event}`),
    hours: hours && hoursDraftOf(hours),
  };
}

function save(rule: AlertRule | null, draft: RuleDraft): Promise<unknown> {
  const fields = fieldsOf(draft);
  return rule === null ? call(createAlertRule, fields) : call(updateAlertRule, { ruleId: rule.id, ...fields });
}

/** The fields that say who is notified, how, and during which hours nobody is. */
function TellFields({ draft, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  const { userId } = useAdminSession() ?? {};
  const recipients = useQuery(query(alertChoices, {})).data?.data.recipients ?? [];
  const others = recipients.filter(({ id }) => String(id) !== String(userId));
  const { recipientIds, byMail, quiet, on } = draft;
  return (
    <div className={parts.part}>
      {others.length > 0 && (
        <fieldset className={parts.set}>
          <legend>{t('form.recipients')}</legend>
          <p className={parts.hint}>{t('form.recipientsHint')}</p>
          <Boxes
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={recipientIds}
            onChange={(chosen) => change({ recipientIds: chosen })}
          />
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
          <p className={parts.hint}>{t('form.quietHint')}</p>
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
