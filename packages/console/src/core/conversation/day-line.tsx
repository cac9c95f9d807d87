import classes from './day-line.module.css';
import { dayText } from './message-times.ts';
import { useConversationTexts } from './use-conversation-texts.ts';

interface DayLineProps {
  at: Date;
  /** As `dayOf` writes it. */
  today: string;
  /** Whether nothing was written before. */
  beginning: boolean;
  startsDay: boolean;
}

/** What stands above a message: that the conversation begins here, and its day where that begins. */
export function DayLine({ at, today, beginning, startsDay }: DayLineProps) {
  const { t } = useConversationTexts();
  return (
    <>
      {beginning && <p className={classes.beginning}>{t('beginning')}</p>}
      {startsDay && <h3 className={classes.day}>{dayText(at, today)}</h3>}
    </>
  );
}
