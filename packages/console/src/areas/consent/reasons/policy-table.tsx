import { capabilities, reasonModes, type Capability, type ShownPolicy, type UsePolicy } from '@fairwatch/contract';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import table from '../../../core/components/table/plain-table.module.css';
import { PlainTable } from '../../../core/components/table/plain-table.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
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
    <PlainTable
      label={t('label')}
      columns={columns}
      titleOf={(column) => t(`columns.${column}`)}
      loading={loading}
      className={classes.policies}
    >
      {policies.map((policy) => (
        <PolicyRow
          key={policy.capability}
          policy={policy}
          chosen={drafts[policy.capability] ?? policy}
          onChange={(changed) => onChange(policy.capability, changed)}
        />
      ))}
    </PlainTable>
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
    <tr className={table.row} data-edited={edited || undefined}>
      <th scope="row" data-column="capability">
        <span className={table.title}>{title}</span>
        <span className={table.note}>
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
        <label className="fw-check">
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
