import { systemRanges, type DashboardMetrics, type SystemPoint, type SystemRange } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ChartPanel, ChartTable } from './charts/chart-panel.tsx';
import { momentText } from '../../../core/components/time/moment-text.ts';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import classes from './dashboard.module.css';
import { LineChart } from './charts/line-chart.tsx';
import { roundTop } from './charts/plot.ts';

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

const hourMs = 3_600_000;
const rangeMs: Record<SystemRange, number> = {
  HOUR: hourMs,
  DAY: 24 * hourMs,
  WEEK: 7 * 24 * hourMs,
  MONTH: 30 * 24 * hourMs,
};

/** The minimum for the top of an axis in bytes; a lower one would magnify noise. */
const leastTop = 2000;

interface ServerMetric {
  /** The text keys of its series. The second is drawn dashed. */
  series: readonly ('used' | 'received' | 'sent' | 'stored' | 'free')[];
  values: (point: SystemPoint) => number[];
  /** The number above the chart: the latest value, or the sum of all. */
  headline: 'latest' | 'sum';
  /** The capacity, which is the top of the axis; without it the axis ends above the largest value. */
  total?: (point: SystemPoint) => number;
}

const serverMetrics = {
  memory: { series: ['used'], values: ({ memory }) => [memory], headline: 'latest' },
  ram: { series: ['used'], values: ({ ramUsed }) => [ramUsed], headline: 'latest', total: ({ ramTotal }) => ramTotal },
  traffic: { series: ['received', 'sent'], values: ({ received, sent }) => [received, sent], headline: 'sum' },
  uploads: { series: ['stored'], values: ({ uploaded }) => [uploaded], headline: 'sum' },
  space: {
    series: ['free'],
    values: ({ diskFree }) => [diskFree],
    headline: 'latest',
    total: ({ diskTotal }) => diskTotal,
  },
} satisfies Record<string, ServerMetric>;

interface ServerChartProps {
  metric: keyof typeof serverMetrics;
  system: DashboardMetrics['system'];
  range: SystemRange;
  readAt: number;
}

const size = (bytes: number) => sizeText(bytes, currentLanguage());

/** One metric of the server: its headline number and its chart. */
function ServerChart({ metric, system: { points, stepSeconds }, range, readAt }: ServerChartProps) {
  const { t } = useTranslation('dashboard');
  const now = useNow();
  const { series, values, headline, total }: ServerMetric = serverMetrics[metric];
  const drawn = points.map((point) => ({ at: new Date(point.at), values: values(point) }));
  const last = points.at(-1);
  const capacity = last && total?.(last);
  const numbers = series.map((_, place) =>
    headline === 'latest'
      ? (drawn.at(-1)?.values[place] ?? 0)
      : drawn.reduce((sum, point) => sum + (point.values[place] ?? 0), 0),
  );
  const top = capacity ?? roundTop(Math.max(...drawn.flatMap((point) => point.values)), leastTop);
  return (
    <figure>
      <figcaption>
        <Text component="span" size="sm" c="dimmed">
          {t(`server.${metric}`)}
        </Text>
        <span className={classes.multipleValue}>
          {numbers.map((bytes, place) => (
            <span key={series[place]} data-second={place > 0 || undefined}>
              {size(bytes)}
            </span>
          ))}
        </span>
        <span className="fw-note">
          {t(`server.${metric}Note`, { total: capacity === undefined ? '' : size(capacity) })}
        </span>
      </figcaption>
      <LineChart
        small
        label={t(`server.${metric}`)}
        series={series.map((name) => t(`server.${name}`))}
        points={drawn}
        plot={{ from: readAt - rangeMs[range], until: readAt, top }}
        stepMs={stepSeconds * 1000}
        valueText={size}
        timeText={(at) => momentText(at, now, currentLanguage())}
        markText={(at) =>
          at.getTime() < readAt ? t('server.ago', { range: t(`server.ranges.${range}`) }) : t('server.now')
        }
      />
    </figure>
  );
}
