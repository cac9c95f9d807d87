import { useLanguage } from '../../i18n/use-language.ts';
import { exactTimeText, relativeTimeText } from './time-texts.ts';
import { useTooltip } from '../overlays/tooltip.tsx';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  /** ISO time. */
  at: string;
  /** Shows "5 min. ago", for narrow places. */
  short?: boolean;
  className?: string | undefined;
}

/** A time as "5 minutes ago", updated while it is mounted, with the exact time as a tooltip. Updates are not announced to screen readers. */
export function RelativeTime({ at, short = false, className }: RelativeTimeProps) {
  const now = useNow();
  const language = useLanguage();
  const date = new Date(at);
  const { handlers, box } = useTooltip(() => exactTimeText(date, language));
  if (Number.isNaN(date.getTime())) return at;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time must not need a mouse
    <time dateTime={at} tabIndex={0} aria-live="off" className={className} {...handlers}>
      {relativeTimeText(date, now, language, short ? 'short' : 'long')}
      {box}
    </time>
  );
}
