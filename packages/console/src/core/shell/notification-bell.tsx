import { unreadNotifications } from '@fairwatch/contract';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../api/query.ts';
import { Tooltip } from '../components/tooltip.tsx';
import { useLatestNotification } from '../session/notification-store.ts';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** More than this does not fit, and nobody counts it. */
const most = 99;

/** The way to the notifications, with how many are unread. */
export function NotificationBell() {
  const { t } = useShellTexts();
  const { data } = useQuery(query(unreadNotifications, {}));
  const latest = useLatestNotification();
  const count = data?.data.count ?? 0;
  const name =
    count === 0
      ? t('notifications.none')
      : t(count > most ? 'notifications.many' : 'notifications.unread', { count: Math.min(count, most) });
  const hint = latest !== null && count > 0 ? t('notifications.latest', { title: latest.title }) : name;
  return (
    <Tooltip label={hint}>
      <Link to="/notification" className={classes.bell} aria-label={name}>
        <IconBell size={18} stroke={1.6} aria-hidden />
        {count > 0 && (
          <span className={classes.unread} aria-hidden>
            {count > most ? `${most}+` : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
