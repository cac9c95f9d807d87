import classes from './problem-table.module.css';

interface ProblemTableProps {
  /** Says how many problems there are, and how many of them are listed. */
  summary: string;
  /** The accessible name of the table. */
  label: string;
  /** The headings. The first column has the place in the file, as a number. */
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** The parts of a file that were refused, with the reasons. */
export function ProblemTable({ summary, label, columns, rows }: ProblemTableProps) {
  return (
    <section className={classes.problems} role="alert">
      <p>{summary}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <div className={classes.scroll} tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes in place
              <tr key={place}>
                {cells.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
