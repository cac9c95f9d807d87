import type { Activity } from '@fairwatch/contract';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { usePages } from '../../core/router/pages-context.ts';
import { navIcons } from '../../core/shell/nav-icons.tsx';
import { useNavTexts } from '../../core/shell/use-shell-texts.ts';
import { Card, Loading } from './card.tsx';
import classes from './overview.module.css';

interface ActivityCardsProps {
  deviceId: number;
  /** Null while it is loading. */
  activity: readonly Activity[] | null;
  paused: boolean;
}

/** How much there is of each kind of data, and the latest of it. */
export function ActivityCards({ deviceId, activity, paused }: ActivityCardsProps) {
  const { t } = useTranslation('overview');
  return (
    <Card title={t('activity.title')}>
      {activity === null && <Loading lines={5} />}
      {activity?.length === 0 && <p className={classes.muted}>{t('activity.none')}</p>}
      <div className={classes.kinds}>
        {activity?.map((each) => (
          <Kind key={each.kind} deviceId={deviceId} activity={each} paused={paused} />
        ))}
      </div>
    </Card>
  );
}

function Kind({ deviceId, activity, paused }: { deviceId: number; activity: Activity; paused: boolean }) {
  const { t, i18n } = useTranslation('overview');
  const { t: name } = useNavTexts();
  const page = usePages().find(({ permission, nav }) => nav?.group === 'device' && permission === activity.permission);
  const Icon = page?.nav ? navIcons[page.nav.icon] : null;
  const title = page ? name(page.label) : activity.kind;
  const { total, latest, shared } = activity;
  return (
    <section className={classes.kind} aria-label={title}>
      <h3 className={classes.kindHead}>
        {Icon && <Icon size={16} stroke={1.6} aria-hidden />}
        {page?.view ? (
          <Link to={page.path} params={{ deviceId: String(deviceId) }} className={classes.kindLink}>
            {title}
          </Link>
        ) : (
          title
        )}
        {shared && <span className={classes.total}>{total.toLocaleString(i18n.language)}</span>}
      </h3>
      {!shared && (
        <p className={classes.withheld}>
          <IconLock size={14} aria-hidden />
          {t(paused ? 'activity.paused' : 'activity.notShared')}
        </p>
      )}
      {shared && total === 0 && <p className={classes.muted}>{t('activity.empty')}</p>}
      <ul className={classes.latest}>
        {latest.map(({ id, headline, detail, at }) => (
          <li key={id}>
            <span className={classes.headline}>{headline}</span>
            <span className={classes.muted}>{at === null ? detail : <RelativeTime at={at} />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
