import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { momentText, clockText } from '../../core/components/time/moment-text.ts';
import { useNow } from '../../core/components/time/use-now.ts';
import type { ServerReach } from '../../core/connection/server-reach.ts';
import { tryAgain } from '../../core/connection/retry-signal.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import classes from './connection-banner.module.css';
import { useShellTexts } from './texts/use-shell-texts.ts';

/** Shows since when the data on screen may be stale, while the server is unreachable. */
export function ConnectionBanner({ lostSince, checking }: ServerReach) {
  // The element is always mounted, because a screen reader announces only what changes inside a live region.
  return (
    <output className={classes.place}>
      {lostSince !== null && <Banner since={new Date(lostSince)} checking={checking} />}
    </output>
  );
}

function Banner({ since, checking }: { since: Date; checking: boolean }) {
  const { t } = useShellTexts();
  const now = useNow();
  const sameDay = since.toDateString() === now.toDateString();
  const when = sameDay ? clockText(since, currentLanguage()) : momentText(since, now, currentLanguage());
  return (
    <div className={classes.banner}>
      <IconPlugConnectedX size={18} stroke={1.6} aria-hidden color="var(--fw-warn)" />
      <span className="fw-grow">{t('away.since', { when })}</span>
      <Button variant="default" size="compact-sm" aria-disabled={checking} onClick={checking ? undefined : tryAgain}>
        {t(checking ? 'away.trying' : 'away.retry')}
      </Button>
    </div>
  );
}
