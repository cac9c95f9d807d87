import type { DashboardFigures, SystemPoint, SystemRange } from '@fairwatch/contract';
import { useTranslation } from 'react-i18next';
import { LineChart } from '../../core/charts/line-chart.tsx';
import { roundTop } from '../../core/charts/plot.ts';
import { momentText } from '../../core/components/moment-text.ts';
import { sizeText } from '../../core/components/size-text.ts';
import { useNow } from '../../core/components/use-now.ts';
import classes from './server.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';

const hourMs = 3_600_000;
const rangeMs: Record<SystemRange, number> = {
  HOUR: hourMs,
  DAY: 24 * hourMs,
  WEEK: 7 * 24 * hourMs,
  MONTH: 30 * 24 * hourMs,
};

/** Under this, an axis of bytes would only show noise. */
const leastTop = 2000;

interface Figure {
  /** The texts of its lines; the second is drawn dashed. */
  series: readonly ('used' | 'received' | 'sent' | 'stored' | 'free')[];
  values: (point: SystemPoint) => number[];
  /** The number above the chart: the latest, or all of them together. */
  headline: 'latest' | 'sum';
  /** What it is out of; without it the axis ends above the largest value. */
  total?: (point: SystemPoint) => number;
}

const figures = {
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
} satisfies Record<string, Figure>;

interface ServerChartProps {
  what: keyof typeof figures;
  system: DashboardFigures['system'];
  range: SystemRange;
  readAt: number;
}

const size = (bytes: number) => sizeText(bytes, currentLanguage());

/** One of the server's figures: the number that counts now, and how it came to be. */
export function ServerChart({ what, system: { points, stepSeconds }, range, readAt }: ServerChartProps) {
  const { t } = useTranslation('dashboard');
  const now = useNow();
  const { series, values, headline, total }: Figure = figures[what];
  const drawn = points.map((point) => ({ at: new Date(point.at), values: values(point) }));
  const last = points.at(-1);
  const whole = last && total?.(last);
  const numbers = series.map((_, place) =>
    headline === 'latest'
      ? (drawn.at(-1)?.values[place] ?? 0)
      : drawn.reduce((sum, point) => sum + (point.values[place] ?? 0), 0),
  );
  const top = whole ?? roundTop(Math.max(...drawn.flatMap((point) => point.values)), leastTop);
  return (
    <figure className={classes.multiple}>
      <figcaption>
        <span className={classes.multipleName}>{t(`server.${what}`)}</span>
        <span className={classes.multipleValue}>
          {numbers.map((bytes, place) => (
            <span key={series[place]} data-second={place > 0 || undefined}>
              {size(bytes)}
            </span>
          ))}
        </span>
        <span className={classes.multipleNote}>
          {t(`server.${what}Note`, { total: whole === undefined ? '' : size(whole) })}
        </span>
      </figcaption>
      <LineChart
        small
        label={t(`server.${what}`)}
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
