import { Button, Group } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Choice } from '../../../../core/components/buttons/choice.tsx';
import { Card } from '../../../../core/components/page/card.tsx';
import classes from './charts.module.css';

interface ChartPanelProps<Range extends string> {
  title: string;
  /** The explanation of the numbers under the title. */
  about: string;
  range: {
    label: string;
    options: readonly { value: Range; label: string }[];
    value: Range;
    onChange: (range: Range) => void;
  };
  /** The labels of the button that switches to the table, and back to the chart. */
  words: { table: string; chart: string };
  chart: ReactNode;
  table: ReactNode;
  wide?: boolean;
}

/** The frame of a chart: its time range, and a switch to the same numbers as a table. */
export function ChartPanel<Range extends string>(props: ChartPanelProps<Range>) {
  const { title, about, range, words, chart, table, wide = false } = props;
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? IconChartLine : IconTable;
  return (
    <Card
      spaced
      wide={wide}
      title={title}
      about={about}
      aside={
        <Group gap="xs">
          <Choice {...range} />
          <Button
            variant="default"
            size="compact-md"
            fw={500}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? words.chart : words.table}
          </Button>
        </Group>
      }
    >
      {asTable ? table : chart}
    </Card>
  );
}

interface ChartTableProps {
  label: string;
  columns: readonly string[];
  /** Newest first. */
  rows: readonly { key: string; cells: readonly string[] }[];
}

/** The numbers behind a chart. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <section className={classes.tableBox} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
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
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, place) => (
                <td key={columns[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
