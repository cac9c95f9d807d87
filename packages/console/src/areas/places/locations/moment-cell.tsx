import { exactTimeText } from '../../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { localTimeText } from './location-texts.ts';
import classes from './locations.module.css';

interface MomentCellProps {
  location: { localDateTime: string; timezone: string };
}

/** A time in the browser's time zone and, where it differs, in the time zone of the location. */
export function MomentCell({ location: { localDateTime, timezone } }: MomentCellProps) {
  const { t } = useTranslation('locations');
  const at = new Date(localDateTime);
  const localTime = localTimeText(at.getTime(), timezone, currentLanguage());
  return (
    <time dateTime={localDateTime} className={classes.moment}>
      {exactTimeText(at, currentLanguage())}
      {localTime !== null && <span className={classes.there}>{t('there', { time: localTime })}</span>}
    </time>
  );
}
