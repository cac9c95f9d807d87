import type { Device } from '@fairwatch/contract';
import { useComponentTexts } from './use-component-texts.ts';
import classes from './status-badge.module.css';

interface StatusBadgeProps {
  status: Device['status'];
}

/** Online or Offline: filled or hollow dot, and the word, so that colour never speaks alone. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.badge} data-status={status}>
      <span className={classes.dot} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}

/** The dot alone, where there is no room for the word and the word is said elsewhere, too. */
export function StatusDot({ status }: StatusBadgeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.alone} data-status={status} title={t(`status.${status}`)} aria-hidden>
      <span className={classes.dot} />
    </span>
  );
}
