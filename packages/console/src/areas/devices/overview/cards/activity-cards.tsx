import { isPermissionUsed, type Activity } from '@fairwatch/contract';
import { Box, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../../core/components/page/card.tsx';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import type { Withheld } from '../../../../shared/device-feature/consent/withheld.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { usePages } from '../../../../core/router/pages-context.ts';
import { navIcons } from '../../../../shared/shell/sidebar/nav-icons.tsx';
import { useNavTexts } from '../../../../shared/shell/texts/use-shell-texts.ts';
import classes from '../overview.module.css';
import { registryPageLink } from '../../../../core/router/page-link.ts';
import { useUsedKinds } from '../../../../core/session/session-store.ts';

interface ActivityCardsProps {
  deviceId: number;
  activity: readonly Activity[];
  /** Why data is not shared. */
  withheld: Withheld;
}

/** A card for each kind of data with its number of items and the latest one. */
export function ActivityCards({ deviceId, activity: all, withheld }: ActivityCardsProps) {
  const { t } = useTranslation('overview');
  const used = useUsedKinds();
  const activity = all.filter(({ permission }) => isPermissionUsed(permission, used));
  return (
    <Card title={t('activity.title')}>
      {activity.length === 0 && <p className="fw-muted">{t('activity.none')}</p>}
      <div className={classes.kinds}>
        {activity.map((each) => (
          <Kind key={each.kind} deviceId={deviceId} activity={each} withheld={withheld} />
        ))}
      </div>
    </Card>
  );
}

function Kind({ deviceId, activity, withheld }: Omit<ActivityCardsProps, 'activity'> & { activity: Activity }) {
  const { t } = useTranslation('overview');
  const { t: name } = useNavTexts();
  const page = usePages().find(({ permission, nav }) => nav?.group === 'device' && permission === activity.permission);
  const Icon = page?.nav ? navIcons[page.nav.icon] : null;
  const title = page ? name(page.label) : activity.kind;
  const { total, latest, shared: isShared } = activity;
  return (
    <section aria-label={title}>
      <Group component="h3" gap="xs" mb={4}>
        {Icon && <Icon size={16} stroke={1.6} aria-hidden className="fw-muted" />}
        {page ? (
          <Link {...registryPageLink(page, deviceId)} className="fw-name-link">
            {title}
          </Link>
        ) : (
          title
        )}
        {isShared && (
          <Box component="span" className="fw-pill" ml="auto">
            {total.toLocaleString(currentLanguage())}
          </Box>
        )}
      </Group>
      {!isShared && (
        <p className={classes.withheld}>
          <IconLock size={14} aria-hidden />
          {t(`activity.withheld.${withheld}`)}
        </p>
      )}
      {isShared && total === 0 && <p className="fw-muted">{t('activity.empty')}</p>}
      <ul>
        {latest.map(({ id, headline, detail, at }) => (
          <li key={id} className={classes.latest}>
            <span className="fw-ellipsis">{headline}</span>
            <span className="fw-muted">{at === null ? detail : <RelativeTime at={at} />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
