import type { DeviceStatus } from '@fairwatch/contract';
import { IconBell } from '@tabler/icons-react';
import { useComponentTexts } from './use-component-texts.ts';
import classes from './status-badge.module.css';

interface StatusBadgeProps {
  status: DeviceStatus;
}

/** A device's status as a sign and a word, so that colour never speaks alone. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.badge} data-status={status} title={status === 'Reachable' ? t('status.hint') : undefined}>
      <Sign status={status} />
      {t(`status.${status}`)}
    </span>
  );
}

/** The sign alone, where there is no room for the word and the word is said elsewhere, too. */
export function StatusDot({ status }: StatusBadgeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.alone} data-status={status} title={t(`status.${status}`)} aria-hidden>
      <Sign status={status} />
    </span>
  );
}

/** Filled when it is online, hollow when it is offline, a bell when only a push reaches it. */
function Sign({ status }: StatusBadgeProps) {
  if (status === 'Reachable') return <IconBell className={classes.bell} size={12} stroke={2.2} aria-hidden />;
  return <span className={classes.dot} aria-hidden />;
}
