import { type AlertRule, deleteAlertRule, switchAlertRule } from '@fairwatch/contract';
import { IconBell, IconBellOff, IconBellRinging, IconPencil } from '@tabler/icons-react';
import { ToneBadge } from '../../../core/components/badges/tone-badge.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import { call } from '../../../core/api/client.ts';
import { runChange } from '../../../shared/changes/run-change.ts';
import { DeleteAction } from '../../../core/components/buttons/delete-action.tsx';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { listText } from '../../../core/i18n/list-text.ts';

function targetText({ target, targetName }: AlertRule): string {
  if (target.for === 'ALL') return i18n.t('alerts:rules.all');
  if (target.for === 'GROUP') return i18n.t('alerts:rules.group', { name: targetName ?? '' });
  return targetName ?? i18n.t('alerts:rules.device', { id: target.deviceId });
}

function countText({ devices, silent }: AlertRule): string {
  const counted = i18n.t('alerts:rules.devices', { count: devices });
  return silent === 0 ? counted : `${counted}, ${i18n.t('alerts:rules.silent', { count: silent })}`;
}

function stateText({ on, firing }: AlertRule): string {
  if (!on) return i18n.t('alerts:rules.state.OFF');
  return firing === 0 ? i18n.t('alerts:rules.state.ON') : i18n.t('alerts:rules.state.FIRING', { count: firing });
}

function StateBadge(rule: AlertRule) {
  const label = stateText(rule);
  if (!rule.on) return <ToneBadge icon={IconBellOff} tone="quiet" label={label} />;
  if (rule.firing > 0) return <ToneBadge icon={IconBellRinging} tone="bad" label={label} />;
  return <ToneBadge icon={IconBell} tone="good" label={label} />;
}

const words = (text: string) => <span className="fw-two-lines">{text}</span>;
const namesOf = ({ recipients }: AlertRule) => listText(recipients.map(({ name }) => name));

/** The columns of the list. `edit` opens the form of a rule. */
export function columnsWith(edit: (rule: AlertRule) => void): readonly Column<AlertRule>[] {
  return [
    {
      key: 'name',
      header: 'alerts:rules.columns.name',
      cell: ({ name, purpose }) => <TwoLines first={name} second={words(purpose)} />,
      text: ({ name, purpose }) => `${name}. ${purpose}`,
      sortable: true,
      card: 'title',
    },
    { key: 'words', header: 'alerts:rules.columns.words', cell: (rule) => words(rule.words) },
    {
      key: 'target',
      header: 'alerts:rules.columns.target',
      cell: (rule) => <TwoLines first={targetText(rule)} second={words(countText(rule))} />,
      text: (rule) => `${targetText(rule)}. ${countText(rule)}`,
      width: '10rem',
    },
    {
      key: 'recipients',
      header: 'alerts:rules.columns.recipients',
      cell: (rule) => words(namesOf(rule)),
      text: namesOf,
      width: '8rem',
    },
    {
      key: 'lastFiredAt',
      header: 'alerts:rules.columns.lastFiredAt',
      cell: ({ lastFiredAt }) =>
        lastFiredAt === null ? i18n.t('alerts:rules.never') : <RelativeTime at={lastFiredAt} />,
      text: ({ lastFiredAt }) => lastFiredAt ?? i18n.t('alerts:rules.never'),
      sortable: true,
      width: '7.5rem',
    },
    {
      key: 'on',
      header: 'alerts:rules.columns.state',
      cell: (rule) => (
        <TwoLines first={<StateBadge {...rule} />} second={i18n.t('alerts:rules.by', { name: rule.owner })} />
      ),
      text: stateText,
      width: '8rem',
      card: 'aside',
    },
    {
      key: 'mine',
      header: 'alerts:rules.columns.action',
      cell: (rule) => <RuleActions rule={rule} edit={() => edit(rule)} />,
      text: () => '',
      controls: true,
      width: '8rem',
    },
  ];
}

/** Changes, switches and deletes a rule. Those of other admins have no actions. */
function RuleActions({ rule, edit }: { rule: AlertRule; edit: () => void }) {
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
