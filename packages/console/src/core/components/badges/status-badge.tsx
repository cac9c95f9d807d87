import type { DeviceStatus } from '@fairwatch/contract';
import { IconBell } from '@tabler/icons-react';
import { useComponentTexts } from '../use-component-texts.ts';
import classes from './status-badge.module.css';

interface StatusBadgeProps {
  status: DeviceStatus;
}

/** A device's status as an icon and a word, so that it does not depend on colour alone. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.badge} data-status={status} title={status === 'Reachable' ? t('status.hint') : undefined}>
      {status === 'Reachable' && <Bell />}
      {t(`status.${status}`)}
    </span>
  );
}

/** Only the icon, for narrow places where the word is shown elsewhere. */
export function StatusDot({ status }: StatusBadgeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.alone} data-status={status} title={t(`status.${status}`)} aria-hidden>
      {status === 'Reachable' && <Bell />}
    </span>
  );
}

/** For a device that only a push reaches. CSS draws the others: a filled dot for online, a hollow one for offline. */
function Bell() {
  return <IconBell className={classes.bell} size={12} stroke={2.2} aria-hidden />;
}
