import { Text } from '@mantine/core';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from '../gallery.module.css';
import type { Section } from './layout.ts';
import { daysText } from '../media-texts.ts';
import type { Items } from '../use-items.ts';
import type { Selection } from '../selection/use-selection.ts';

interface DayHeadingProps {
  day: string;
  section: Section;
  items: Items;
  selection: Selection;
}

/** The sticky heading of a section, with its day or range of days. Its checkbox selects the whole section. */
export function DayHeading({ day, section, items, selection }: DayHeadingProps) {
  const { t } = useTranslation('gallery');
  const { from, count, until } = section;
  const text = daysText(day, until);
  const selectedCount = Array.from({ length: count }, (_, step) => items.at(from + step)).filter(
    (item) => item !== undefined && selection.has(item),
  ).length;
  const isAllSelected = selectedCount === count;
  return (
    <h2 className={classes.day}>
      <label className="fw-check">
        <input
          type="checkbox"
          aria-label={t('selectDay', { day: text })}
          checked={isAllSelected}
          ref={(input) => {
            if (input) input.indeterminate = selectedCount > 0 && !isAllSelected;
          }}
          onChange={() => selection.setRange(from, from + count - 1, !isAllSelected)}
        />
        {text}
        <Text span size="xs" c="dimmed" fw={400}>
          {count}
        </Text>
      </label>
    </h2>
  );
}
