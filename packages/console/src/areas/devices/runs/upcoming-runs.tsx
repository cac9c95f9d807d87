import { scheduleList } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { upcoming } from './upcoming.ts';
import classes from './runs.module.css';

/** The next runs that schedules start. Nothing while there are none. */
export function UpcomingRuns() {
  const { t } = useTranslation('runs');
  const next = upcoming(useQuery(query(scheduleList, {})).data?.data ?? []);
  if (next.length === 0) return null;
  return (
    <div className={classes.upcoming}>
      <Card title={t('upcoming.title')} aside={<Link {...pageLink('/schedules')}>{t('upcoming.all')}</Link>}>
        <ul>
          {next.map(({ id, title, name, target, nextAt }) => (
            <li key={id}>
              <RelativeTime at={nextAt} />
              <span>{title}</span>
              <span className="fw-muted">
                {t('upcoming.by', { name, devices: target.device?.name ?? t('devices', { count: target.devices }) })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
