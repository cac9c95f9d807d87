import { useTranslation } from 'react-i18next';
import { exactTimeText } from '../../core/components/time-texts.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { localTimeText } from './location-texts.ts';
import classes from './locations.module.css';

interface MomentCellProps {
  location: { localDateTime: string; timezone: string };
}

/** The moment on the reader's clock and, where that differs, on the clocks of the place. */
export function MomentCell({ location: { localDateTime, timezone } }: MomentCellProps) {
  const { t } = useTranslation('locations');
  const at = new Date(localDateTime);
  const there = localTimeText(at.getTime(), timezone, currentLanguage());
  return (
    <time dateTime={localDateTime} className={classes.moment}>
      {exactTimeText(at, currentLanguage())}
      {there !== null && <span className={classes.there}>{t('there', { time: there })}</span>}
    </time>
  );
}
