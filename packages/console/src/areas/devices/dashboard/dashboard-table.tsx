import type { ReactNode } from 'react';
import classes from './dashboard-table.module.css';

interface DashboardTableProps<Name extends string> {
  columns: readonly Name[];
  /** Returns the heading of a column. */
  heading: (column: Name) => string;
  /** The rows. Each cell has its column in `data-column`, by which the CSS lays it out. */
  children: ReactNode;
}

/** A short table in a panel. On a phone its rows are cards. */
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
