import { systemRanges, type DashboardMetrics, type SystemPoint, type SystemRange } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ChartPanel } from './charts/chart-panel.tsx';
import { ChartTable } from './charts/chart-table.tsx';
import { momentText } from '../../../core/components/time/moment-text.ts';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import classes from './dashboard.module.css';
import { ServerChart } from './server-chart.tsx';

export interface ServerPanelProps {
  system: DashboardMetrics['system'];
  range: SystemRange;
  onRange: (range: SystemRange) => void;
  /** When the metrics were read, in milliseconds since the epoch. The charts end there. */
  readAt: number;
}

const columns = ['memory', 'ram', 'received', 'sent', 'uploads', 'space'] as const;

const cellsOf = ({ memory, ramUsed, received, sent, uploaded, diskFree }: SystemPoint) => [
  memory,
  ramUsed,
  received,
  sent,
  uploaded,
  diskFree,
];

/** The metrics of the server and its machine. */
export function ServerPanel({ system, range, onRange, readAt }: ServerPanelProps) {
  const { t } = useTranslation('dashboard');
  const now = useNow();
  return (
    <ChartPanel
      wide
      title={t('server.title')}
      about={t('server.about')}
      range={{
        label: t('server.range'),
        options: systemRanges.map((value) => ({ value, label: t(`server.ranges.${value}`) })),
        value: range,
        onChange: onRange,
      }}
      words={{ table: t('chart.table'), chart: t('chart.chart') }}
      chart={
        system.points.length === 0 ? (
          <Text c="dimmed">{t('server.none')}</Text>
        ) : (
          <div className={classes.multiples}>
            {(['memory', 'ram', 'traffic', 'uploads', 'space'] as const).map((metric) => (
              <ServerChart key={metric} metric={metric} system={system} range={range} readAt={readAt} />
            ))}
          </div>
        )
      }
      table={
        <ChartTable
          label={t('server.title')}
          columns={[t('chart.time'), ...columns.map((column) => t(`server.columns.${column}`))]}
          rows={system.points.toReversed().map((point) => ({
            key: point.at,
            cells: [
              momentText(new Date(point.at), now, currentLanguage()),
              ...cellsOf(point).map((bytes) => sizeText(bytes, currentLanguage())),
            ],
          }))}
        />
      }
    />
  );
}
