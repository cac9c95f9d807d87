import { useLanguage } from '../../i18n/use-language.ts';
import { momentText } from './moment-text.ts';
import { exactTimeText } from './time-texts.ts';
import { useNow } from './use-now.ts';

/** A time as "Yesterday, 18:42", where "5 days ago" is not precise enough. An invalid time is shown unchanged. */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  const language = useLanguage();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return (
    <time dateTime={at} title={exactTimeText(date, language)}>
      {momentText(date, now, language)}
    </time>
  );
}
