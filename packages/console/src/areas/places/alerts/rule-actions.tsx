import { deleteAlertRule, switchAlertRule, type AlertRule } from '@fairwatch/contract';
import { IconBell, IconBellOff, IconPencil } from '@tabler/icons-react';
import { call } from '../../../core/api/client.ts';
import { runChange } from '../../../shared/changes/run-change.ts';
import { DeleteAction } from '../../../core/components/buttons/delete-action.tsx';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** Changes, switches and deletes a rule. Those of other admins have no actions. */
export function RuleActions({ rule, edit }: { rule: AlertRule; edit: () => void }) {
  const { t } = useTranslation('alerts');
  const { id: ruleId, name, on, mine } = rule;
  if (!mine) return null;
  return (
    <span className="fw-inline">
      <RowAction icon={IconPencil} label={t('rules.edit', { name })} onClick={edit} />
      <RowAction
        icon={on ? IconBellOff : IconBell}
        label={t(on ? 'rules.switchOff' : 'rules.switchOn', { name })}
        onClick={() => void runChange('alerts', call(switchAlertRule, { ruleId, on: !on }))}
      />
      <DeleteAction
        label={t('rules.delete', { name })}
        title={t('rules.deleteTitle', { name })}
        text={t('rules.deleteText')}
        confirm={t('rules.deleteConfirm')}
        cancel={t('rules.cancel')}
        onDelete={() => void runChange('alerts', call(deleteAlertRule, { ruleId }))}
      />
    </span>
  );
}
