import '@mantine/core/styles/Input.layer.css';
import { limits, type Retention } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import table from '../../../core/components/table/plain-table.module.css';
import { PlainTable } from '../../../core/components/table/plain-table.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { readDays, type Typed } from './use-retention.ts';
import classes from './retention.module.css';

interface RetentionTableProps {
  kinds: readonly Retention[];
  loading: boolean;
  typed: Typed;
  onType: (kind: string, text: string) => void;
}

const columns = ['kind', 'rows', 'days', 'due'] as const;

/** The retention of each kind of data, with an input for its days. On a phone the rows are cards. */
export function RetentionTable({ kinds, loading, typed, onType }: RetentionTableProps) {
  const { t } = useTranslation('retention');
  return (
    <PlainTable
      label={t('label')}
      columns={columns}
      titleOf={(column) => t(`columns.${column}`)}
      loading={loading}
      className={classes.kinds}
    >
      {kinds.map((each) => (
        <KindRow
          key={each.kind}
          {...each}
          text={typed[each.kind] ?? String(each.days)}
          onType={(text) => onType(each.kind, text)}
        />
      ))}
    </PlainTable>
  );
}

interface KindRowProps extends Retention {
  text: string;
  onType: (text: string) => void;
}

function KindRow({ title, covers, rows, due, text, onType, ...set }: KindRowProps) {
  const { t } = useTranslation('retention');
  const number = new Intl.NumberFormat(currentLanguage());
  const typed = readDays(text);
  const wrong = typed === null;
  const { minDays: min, maxDays: max } = limits.retention;
  return (
    <tr className={table.row} data-edited={text !== String(set.days) || undefined}>
      <th scope="row" data-column="kind">
        <span className={table.title}>{title}</span>
        <span className={table.note}>{covers}</span>
      </th>
      <td data-column="rows" data-label={t('columns.rows')}>
        {t('rows', { count: rows, rows: number.format(rows) })}
      </td>
      <td data-column="days">
        <TextInput
          maw={144}
          aria-label={t('daysOf', { title })}
          inputMode="numeric"
          maxLength={6}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          error={wrong && t('wrongDays', { min, max })}
          rightSection={<span className="fw-note">{t('unit')}</span>}
          rightSectionWidth="3rem"
          rightSectionPointerEvents="none"
        />
        <Origin {...set} days={typed ?? set.days} />
      </td>
      <td data-column="due" data-label={t('columns.due')} data-warns={(due > 0 && !wrong) || undefined}>
        {due === 0 || wrong ? t('nothingDue') : t('rows', { count: due, rows: number.format(due) })}
      </td>
    </tr>
  );
}

/** Whether the days are the default, and who changed them. */
function Origin({ days, defaultDays, changedBy }: Pick<Retention, 'days' | 'defaultDays' | 'changedBy'>) {
  const { t } = useTranslation('retention');
  const origin = days === defaultDays ? t('isDefault') : t('default', { days: defaultDays });
  return (
    <span className={table.note}>
      {changedBy === null ? origin : `${origin}, ${t('changedBy', { name: changedBy })}`}
    </span>
  );
}
