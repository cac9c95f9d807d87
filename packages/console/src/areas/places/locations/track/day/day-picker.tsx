import { useTranslation } from '../../../../../core/i18n/use-translation.ts';
import classes from '../track-panel.module.css';
import { currentLanguage } from '../../../../../core/i18n/i18n.ts';
import type { TrackDay } from '../use-track.ts';

interface DayPickerProps {
  days: readonly TrackDay[];
  day: string | null;
  onChange: (day: string) => void;
}

/** The days that have locations, newest first. */
export function DayPicker({ days, day, onChange }: DayPickerProps) {
  const { t } = useTranslation('location-track');
  const weekday = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short' });
  const long = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <fieldset className={classes.days}>
      <legend className="fw-hidden">{t('map.day')}</legend>
      {days.toReversed().map(({ day: each, points }) => {
        const date = new Date(`${each}T12:00:00`);
        const label = t('map.dayPoints', { day: long.format(date), count: points });
        return (
          <button
            key={each}
            type="button"
            className={classes.day}
            aria-pressed={each === day}
            aria-label={label}
            title={label}
            onClick={() => onChange(each)}
          >
            {weekday.format(date)} {date.getDate()}
          </button>
        );
      })}
    </fieldset>
  );
}
