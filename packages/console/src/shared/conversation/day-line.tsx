import classes from './day-line.module.css';
import { dayText } from './message-times.ts';
import { useConversationTexts } from './use-conversation-texts.ts';

interface DayLineProps {
  at: Date;
  /** In the format of `dayOf`. */
  today: string;
  /** True for the first message of the conversation. */
  beginning: boolean;
  startsDay: boolean;
}

/** The line above a message: the beginning of the conversation, or of a day. */
export function DayLine({ at, today, beginning, startsDay }: DayLineProps) {
  const { t } = useConversationTexts();
  return (
    <>
      {beginning && <p className={classes.beginning}>{t('beginning')}</p>}
      {startsDay && <h3 className={classes.day}>{dayText(at, today)}</h3>}
    </>
  );
}
