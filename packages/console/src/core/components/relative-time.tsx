import { currentLanguage } from '../i18n/i18n.ts';
import classes from './relative-time.module.css';
import { exactTimeText, relativeTimeText } from './time-texts.ts';
import { Tooltip } from './tooltip.tsx';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  /** ISO time. */
  at: string;
  /** "5 min. ago", where there is little room. */
  short?: boolean;
}

/** "5 minutes ago", kept true while it is on screen; the exact time shows on hover and focus. Its ticking is no news. */
export function RelativeTime({ at, short = false }: RelativeTimeProps) {
  const now = useNow();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return (
    <Tooltip label={exactTimeText(date, currentLanguage())}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time must not need a mouse */}
      <time dateTime={at} tabIndex={0} aria-live="off" className={classes.time}>
        {relativeTimeText(date, now, currentLanguage(), short ? 'short' : 'long')}
      </time>
    </Tooltip>
  );
}
