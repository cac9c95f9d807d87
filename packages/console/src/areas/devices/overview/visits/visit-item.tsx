import { auditActions, type LogEntry, type LogVisit } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { ActionBadge } from '../../../../shared/log-lines/action-badge.tsx';
import { lineText } from '../../../../shared/log-lines/audit-words.ts';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { clockText, daysApart } from '../../../../core/components/time/moment-text.ts';
import { exactTimeText } from '../../../../core/components/time/time-texts.ts';
import { useNow } from '../../../../core/components/time/use-now.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { useVisitEntries } from './use-visits.ts';
import classes from './visits.module.css';

interface VisitItemProps {
  deviceId: number;
  visit: LogVisit;
  /** Shown while its entries load. */
  skeleton: ReactNode;
}

/** One visit as a sentence, which expands to its entries. */
export function VisitItem({ deviceId, visit, skeleton }: VisitItemProps) {
  const { t } = useTranslation('overview');
  const [opened, setOpened] = useState(false);
  const id = useId();
  const now = useNow();
  const { from, to, who, summary, entries } = visit;
  return (
    <li>
      <button
        type="button"
        className={classes.head}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size={16} aria-hidden />
        <span className={classes.when}>{visitTimeText(new Date(from), new Date(to), now, currentLanguage())}</span>
        <span className="fw-strong">{who}</span>
        <span>{lineText(summary)}</span>
        <span className={classes.count}>{t('log.entries', { count: entries })}</span>
      </button>
      {opened && (
        <div id={id} className={classes.opened}>
          <VisitEntries deviceId={deviceId} visit={visit} skeleton={skeleton} />
        </div>
      )}
    </li>
  );
}

function VisitEntries({ deviceId, visit, skeleton }: VisitItemProps) {
  const { t } = useTranslation('overview');
  const { items, loading, error, refetch, more, loadingMore } = useVisitEntries(deviceId, visit);
  if (error) return <ErrorView error={error} retry={refetch} />;
  if (loading) return skeleton;
  return (
    <>
      <ul aria-label={t('log.entriesOf', { who: visit.who })}>
        {items.map((entry) => (
          <Entry key={entry.sequence} {...entry} />
        ))}
      </ul>
      {more && (
        <Button variant="subtle" size="compact-sm" loading={loadingMore} onClick={more}>
          {t('log.moreEntries')}
        </Button>
      )}
    </>
  );
}

function Entry({ recordedAt, action, what }: LogEntry) {
  const at = new Date(recordedAt);
  // A newer server may send actions that this console does not know.
  const knownAction = auditActions.find((each) => each === action);
  return (
    <li className={classes.entry}>
      <time dateTime={recordedAt} title={exactTimeText(at, currentLanguage())} className={classes.when}>
        {clockText(at, currentLanguage())}
      </time>
      <span>{knownAction && <ActionBadge action={knownAction} />}</span>
      <span>{lineText(what)}</span>
    </li>
  );
}

/** The number of days within which a weekday is unambiguous. */
const weekdays = 6;

/** The time of a visit in the reader's time zone: "Tuesday 14:02 – 14:10", and with its date when that was longer ago than a week. */
export function visitTimeText(from: Date, to: Date, now: Date, language: string): string {
  const isRecent = Math.abs(daysApart(from, now)) <= weekdays;
  const sameYear = from.getFullYear() === now.getFullYear();
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const options: Intl.DateTimeFormatOptions = isRecent
    ? { weekday: 'long', ...clock }
    : { weekday: 'short', day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }), ...clock };
  return new Intl.DateTimeFormat(language, options).formatRange(from, to);
}
