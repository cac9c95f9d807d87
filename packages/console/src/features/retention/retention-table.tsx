import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { limits, type Retention } from '@fairwatch/contract';
import { Skeleton, TextInput } from '@mantine/core';
import frame from '../../core/components/table/data-table.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { readDays, type Typed } from './retention-days.ts';
import classes from './retention.module.css';

interface RetentionTableProps {
  kinds: readonly Retention[];
  loading: boolean;
  typed: Typed;
  onType: (kind: string, text: string) => void;
}

/** The retention of each kind of data, with an input for its days. On a phone the rows are cards. */
export function RetentionTable({ kinds, loading, typed, onType }: RetentionTableProps) {
  const { t } = useTranslation('retention');
  return (
    <div className={frame.panel}>
      <table className={classes.table} aria-label={t('label')} aria-busy={loading}>
        <thead className={classes.head}>
          <tr>
            {(['kind', 'rows', 'days', 'due'] as const).map((column) => (
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
            kinds.map((each) => (
              <KindRow
                key={each.kind}
                {...each}
                text={typed[each.kind] ?? String(each.days)}
                onType={(text) => onType(each.kind, text)}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
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
    <tr className={classes.row} data-edited={text !== String(set.days) || undefined}>
      <th scope="row" data-column="kind">
        <span className={classes.title}>{title}</span>
        <span className={classes.note}>{covers}</span>
      </th>
      <td data-column="rows" data-label={t('columns.rows')}>
        {t('rows', { count: rows, rows: number.format(rows) })}
      </td>
      <td data-column="days">
        <TextInput
          className={classes.days}
          aria-label={t('daysOf', { title })}
          inputMode="numeric"
          maxLength={6}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          error={wrong && t('wrongDays', { min, max })}
          rightSection={<span className={classes.unit}>{t('unit')}</span>}
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
    <span className={classes.note}>
      {changedBy === null ? origin : `${origin}, ${t('changedBy', { name: changedBy })}`}
    </span>
  );
}

function Placeholder() {
  return [0, 1].map((row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {['kind', 'rows', 'days', 'due'].map((column) => (
        <td key={column} data-column={column}>
          <Skeleton height={12} radius="xl" width={column === 'kind' ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  ));
}
