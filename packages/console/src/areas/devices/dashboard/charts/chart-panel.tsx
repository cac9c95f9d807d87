import { Button, Paper, Title } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Choice } from '../../../../core/components/buttons/choice.tsx';
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
    <Paper component="section" className={classes.panel} data-wide={wide || undefined} aria-label={title}>
      <header className={classes.head}>
        <div>
          <Title order={2}>{title}</Title>
          <p className={classes.about}>{about}</p>
        </div>
        <div className={classes.tools}>
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
        </div>
      </header>
      {asTable ? table : chart}
    </Paper>
  );
}
