import { deleteAlertRule, switchAlertRule, type AlertRule } from '@fairwatch/contract';
import { ActionIcon, Text } from '@mantine/core';
import { IconBell, IconBellOff, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../core/api/client.ts';
import { refetchChanged } from '../../core/changes/refetch-changed.ts';
import { ConfirmDialog } from '../../core/components/overlays/confirm-dialog.tsx';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import classes from './alerts.module.css';

/** Changes, switches and deletes a rule. Those of other admins have no actions. */
export function RuleActions({ rule, edit }: { rule: AlertRule; edit: () => void }) {
  const { t } = useTranslation('alerts');
  const [confirming, setConfirming] = useState(false);
  const { id: ruleId, name, on, mine } = rule;
  if (!mine) return null;
  const remove = () => {
    setConfirming(false);
    void change(call(deleteAlertRule, { ruleId }));
  };
  return (
    <span className={classes.actions}>
      <Action icon={IconPencil} label={t('rules.edit', { name })} onClick={edit} />
      <Action
        icon={on ? IconBellOff : IconBell}
        label={t(on ? 'rules.switchOff' : 'rules.switchOn', { name })}
        onClick={() => void change(call(switchAlertRule, { ruleId, on: !on }))}
      />
      <Action icon={IconTrash} label={t('rules.delete', { name })} onClick={() => setConfirming(true)} />
      <ConfirmDialog
        opened={confirming}
        title={t('rules.deleteTitle', { name })}
        confirm={t('rules.deleteConfirm')}
        cancel={t('rules.cancel')}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('rules.deleteText')}</Text>
      </ConfirmDialog>
    </span>
  );
}

function Action({ icon: Icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

async function change(request: Promise<unknown>): Promise<void> {
  await toastPromise(request).catch(() => undefined);
  await refetchChanged('alerts');
}
