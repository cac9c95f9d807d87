import type { ReactNode } from 'react';
import classes from './dashboard-table.module.css';

interface DashboardTableProps<Name extends string> {
  columns: readonly Name[];
  /** The words over a column. */
  heading: (column: Name) => string;
  /** The rows. Each cell names its column, by which it is laid out. */
  children: ReactNode;
}

/** A few rows in a panel; on a phone each is a card. */
export function DashboardTable<Name extends string>({ columns, heading, children }: DashboardTableProps<Name>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {heading(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
