import { useTranslation } from 'react-i18next';
import classes from './gallery.module.css';
import type { Section } from './layout.ts';
import { dayText } from './media-texts.ts';
import type { Items } from './use-items.ts';
import type { Selection } from './use-selection.ts';

interface DayHeadingProps {
  day: string;
  section: Section;
  items: Items;
  selection: Selection;
}

/** The day of what follows. It stays at the top while its day is on screen, and selects all of it. */
export function DayHeading({ day, section, items, selection }: DayHeadingProps) {
  const { t } = useTranslation('gallery');
  const { from, count } = section;
  const selected = Array.from({ length: count }, (_, step) => items.at(from + step)).filter(
    (item) => item !== undefined && selection.has(item),
  ).length;
  const all = selected === count;
  return (
    <div role="row" className={classes.day}>
      <div role="gridcell" className={classes.dayCell}>
        <label className={classes.dayLabel}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={t('selectDay', { day: dayText(day) })}
            checked={all}
            ref={(input) => {
              if (input) input.indeterminate = selected > 0 && !all;
            }}
            onChange={() => selection.setRange(from, from + count - 1, !all)}
          />
          <span className={classes.dayText}>{dayText(day)}</span>
          <span className={classes.dayCount}>{count}</span>
        </label>
      </div>
    </div>
  );
}
