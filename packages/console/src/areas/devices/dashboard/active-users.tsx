import { activeRanges, type ActiveRange, type DashboardMetrics } from '@fairwatch/contract';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ChartPanel } from './charts/chart-panel.tsx';
import { ChartTable } from './charts/chart-panel.tsx';
import { LineChart } from './charts/line-chart.tsx';
import { roundTop } from './charts/plot.ts';
import { momentText } from '../../../core/components/time/moment-text.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';

interface ActiveUsersProps {
  active: DashboardMetrics['activeUsers'];
  range: ActiveRange;
  onRange: (range: ActiveRange) => void;
}

const hourMs = 3_600_000;

const valueText = (value: number) => value.toLocaleString(currentLanguage());

/** The chart of the number of active users per hour or per day. */
export function ActiveUsers({ active: { step, points: counted }, range, onRange }: ActiveUsersProps) {
  const { t } = useTranslation('dashboard');
  const now = useNow();
  const points = counted.map(({ at, users }) => ({ at: new Date(at), values: [users] }));
  const [first = now, last = now] = [points[0]?.at, points.at(-1)?.at];
  const top = roundTop(Math.max(...counted.map(({ users }) => users)));
  const timeText = (at: Date) =>
    step === 'DAY' ? dayText(at, currentLanguage()) : momentText(at, now, currentLanguage());
  return (
    <ChartPanel
      title={t('active.title')}
      about={t(`active.about${step}`)}
      range={{
        label: t('active.range'),
        options: activeRanges.map((value) => ({ value, label: t(`active.ranges.${value}`) })),
        value: range,
        onChange: onRange,
      }}
      words={{ table: t('chart.table'), chart: t('chart.chart') }}
      chart={
        <LineChart
          label={t('active.title')}
          series={[t('active.series')]}
          points={points}
          plot={{ from: first.getTime(), until: last.getTime(), top }}
          stepMs={step === 'DAY' ? 24 * hourMs : hourMs}
          valueText={valueText}
          timeText={timeText}
          markText={(at) =>
            step === 'DAY' ? dayText(at, currentLanguage()) : hourText(at, points.length > 24, currentLanguage())
          }
        />
      }
      table={
        <ChartTable
          label={t('active.title')}
          columns={[t('chart.time'), t('active.column')]}
          rows={points.toReversed().map(({ at, values: [users = 0] }) => ({
            key: at.toISOString(),
            cells: [timeText(at), valueText(users)],
          }))}
        />
      }
    />
  );
}

const utc = { timeZone: 'UTC' } as const;

/** Formats a day in UTC, because the server counts days in UTC. Hours are in the reader's time zone. */
function dayText(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...utc }).format(at);
}

/** Formats an hour for the axis, with its day if the chart covers several. */
function hourText(at: Date, severalDays: boolean, language: string): string {
  const format: Intl.DateTimeFormatOptions = severalDays
    ? { weekday: 'short', day: 'numeric' }
    : { hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(language, format).format(at);
}
