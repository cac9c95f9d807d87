import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

const shownAtMost = 8;

interface CountBarsProps {
  title: string;
  counts: Readonly<Record<string, number>>;
}

/** Counts per name as bars, largest first. The numbers stand beside the bars, so the bars need no description. */
export function CountBars({ title, counts }: CountBarsProps) {
  const { t, i18n } = useTranslation('dashboard');
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const largest = sorted[0]?.[1] ?? 0;
  const hidden = Math.max(0, sorted.length - shownAtMost);
  return (
    <Paper component="section" className={classes.panel}>
      <Title order={2}>{title}</Title>
      {sorted.length === 0 && <p className={classes.note}>{t('noCounts')}</p>}
      <ul className={classes.bars}>
        {sorted.slice(0, shownAtMost).map(([name, count]) => (
          <li key={name}>
            <span>{name === '' ? t('unknown') : name}</span>
            <span className={classes.count}>{count.toLocaleString(i18n.language)}</span>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${(count / largest) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={classes.note}>{t('others', { count: hidden })}</p>}
    </Paper>
  );
}
