import type { ReactNode } from 'react';
import { exactTimeText } from '../../core/components/time/time-texts.ts';
import classes from './conversation-scroller.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { clockText } from './message-times.ts';

interface BubbleFactsProps {
  at: Date;
  /** The text for an unread message; undefined for one that was read. */
  unread?: string | undefined;
  /** Shown after the time. */
  children?: ReactNode;
}

/** The time of a message and whether it was read, in the corner of its bubble. */
export function BubbleFacts({ at, unread, children }: BubbleFactsProps) {
  return (
    <span className="fw-note fw-inline">
      {unread !== undefined && (
        <span className={classes.unread} title={unread}>
          <span className="fw-hidden">{unread}</span>
        </span>
      )}
      <time dateTime={at.toISOString()} title={exactTimeText(at, currentLanguage())}>
        {clockText(at)}
      </time>
      {children}
    </span>
  );
}
