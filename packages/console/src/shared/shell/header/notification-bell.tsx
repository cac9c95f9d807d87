import { unreadNotifications } from '@fairwatch/contract';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import { useLatestNotification } from '../../../core/session/notification-store.ts';
import classes from './header.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/** Larger counts are shown as "99+". */
const maxCount = 99;

/** Links to the notifications and shows the number of unread ones. */
export function NotificationBell() {
  const { t } = useShellTexts();
  const { data } = useQuery(query(unreadNotifications, {}));
  const latest = useLatestNotification();
  const count = data?.data.count ?? 0;
  const name =
    count === 0
      ? t('notifications.none')
      : t(count > maxCount ? 'notifications.many' : 'notifications.unread', { count: Math.min(count, maxCount) });
  const hint = latest !== null && count > 0 ? t('notifications.latest', { title: latest.title }) : name;
  return (
    <Tooltip label={hint}>
      <Link {...pageLink('/notification')} className={classes.tool} aria-label={name}>
        <IconBell size={18} stroke={1.6} aria-hidden />
        {count > 0 && (
          <span className={classes.unread} aria-hidden>
            {count > maxCount ? `${maxCount}+` : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
