import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import frame from './data-table.module.css';
import classes from './plain-table.module.css';

interface PlainTableProps<Column extends string> {
  /** The accessible name of the table. */
  label: string;
  /** The first column has the name of the row. */
  columns: readonly Column[];
  titleOf: (column: Column) => string;
  loading: boolean;
  /** Sets the widths of the columns by `[data-column]`. */
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A short table of settings or facts, without sorting and pages. Its rows have the class `row` of the module beside it. On a phone they
 * are cards: cells with a `data-label` stand side by side under it, the others take the whole width.
 */
export function PlainTable<Column extends string>(props: PlainTableProps<Column>) {
  const { label, columns, titleOf, loading, className = '', children } = props;
  return (
    <div className={frame.panel}>
      <table className={`${classes.table} ${className}`} aria-label={label} aria-busy={loading}>
        <thead className={classes.head}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {titleOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>{loading ? <Placeholder columns={columns} /> : children}</tbody>
      </table>
    </div>
  );
}

function Placeholder({ columns }: { columns: readonly string[] }) {
  return [0, 1].map((row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {columns.map((column, place) => (
        <td key={column} data-column={column}>
          <Skeleton height={12} radius="xl" width={place === 0 ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  ));
}
