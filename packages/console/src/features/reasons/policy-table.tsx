import '@mantine/core/styles/Skeleton.layer.css';
import { capabilities, reasonModes, type Capability, type ShownPolicy, type UsePolicy } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { Choice } from '../../core/components/buttons/choice.tsx';
import frame from '../../core/components/table/data-table.module.css';
import { TimedText } from '../../core/components/time/timed-text.tsx';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import classes from './reasons.module.css';

/** Policies that are chosen but not saved yet. */
export type Drafts = Readonly<Partial<Record<Capability, UsePolicy>>>;

interface PolicyTableProps {
  policies: readonly ShownPolicy[];
  drafts: Drafts;
  loading: boolean;
  onChange: (capability: Capability, policy: UsePolicy) => void;
}

const columns = ['capability', 'reason', 'approval'] as const;

/** The use policy of each capability as a table. On a phone its rows are cards. */
export function PolicyTable({ policies, drafts, loading, onChange }: PolicyTableProps) {
  const { t } = useTranslation('reasons');
  return (
    <div className={frame.panel}>
      <table className={classes.table} aria-label={t('label')} aria-busy={loading}>
        <thead className={classes.head}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {loading ? (
            <Placeholder />
          ) : (
            policies.map((policy) => (
              <PolicyRow
                key={policy.capability}
                policy={policy}
                chosen={drafts[policy.capability] ?? policy}
                onChange={(changed) => onChange(policy.capability, changed)}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

interface PolicyRowProps {
  policy: ShownPolicy;
  chosen: UsePolicy;
  onChange: (policy: UsePolicy) => void;
}

function PolicyRow({ policy, chosen: { reason, approval }, onChange }: PolicyRowProps) {
  const { t } = useTranslation('reasons');
  const { capability, changedBy, changedAt } = policy;
  const edited = reason !== policy.reason || approval !== policy.approval;
  const { title } = capabilities[capability];
  return (
    <tr className={classes.row} data-edited={edited || undefined}>
      <th scope="row" data-column="capability">
        <span className={classes.title}>{title}</span>
        <span className={classes.note}>
          {changedBy === null || changedAt === null ? (
            t('isDefault')
          ) : (
            <TimedText words={t('changedBy', { name: changedBy })} at={changedAt} />
          )}
        </span>
      </th>
      <td data-column="reason">
        <Choice
          label={t('reasonFor', { title })}
          options={reasonModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={reason}
          onChange={(value) => onChange({ reason: value, approval })}
        />
      </td>
      <td data-column="approval">
        <label className={classes.check}>
          <input
            type="checkbox"
            aria-label={t('approvalFor', { title })}
            checked={approval}
            onChange={({ currentTarget }) => onChange({ reason, approval: currentTarget.checked })}
          />
          {t('mustAgree')}
        </label>
      </td>
    </tr>
  );
}

function Placeholder() {
  return [0, 1, 2].map((row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <Skeleton height={12} radius="xl" width={column === 'capability' ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  ));
}
