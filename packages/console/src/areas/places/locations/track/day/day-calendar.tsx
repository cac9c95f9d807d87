import { placesOfDays, type PlacesOfDay } from '@fairwatch/contract';
import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { query, readError } from '../../../../../core/api/query.ts';
import { currentLanguage } from '../../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../../core/i18n/use-translation.ts';
import { kilometresText } from '../../../../../shared/place-texts.ts';
import classes from '../track.module.css';
import { addMonths, dayAfterKey, daysOfMonth, monthOf, weeksOf } from './month.ts';
import { dayBoundaries } from '../track-days.ts';

interface DayCalendarProps {
  deviceId: number;
  /** The day of the shown track; null when it covers several. */
  day: string | null;
  today: string;
  onDay: (day: string) => void;
}

/** A month of days, with the distance of each that has places. Arrow keys move between days, Page Up and Page Down between months. */
export function DayCalendar({ deviceId, day, today, onDay }: DayCalendarProps) {
  const { t } = useTranslation('location-track');
  const [moved, setMoved] = useState<string | null>(null);
  // The day that the keyboard is on. Until it is moved, it follows the shown track.
  const focused = moved ?? day ?? today;
  const month = monthOf(focused);
  const result = useQuery(query(placesOfDays, { deviceId, days: dayBoundaries(daysOfMonth(month)) }));
  const places = new Map(daysOfMonth(month).map((each, place) => [each, result.data?.data[place]]));
  const grid = useRef<HTMLTableElement>(null);
  const takesFocus = useRef(false);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  const moveTo = (next: string) => setMoved(next > today ? today : next);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(focused, event.key);
    if (next === null) return;
    event.preventDefault();
    takesFocus.current = true;
    moveTo(next);
  };
  const choose = (chosen: string) => {
    setMoved(null);
    onDay(chosen);
  };
  const name = new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric' });
  return (
    <section className={classes.calendar} aria-label={t('calendar.label')}>
      <Group justify="space-between" fw={600}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('calendar.before')}
          onClick={() => moveTo(addMonths(focused, -1))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <span aria-live="polite">{name.format(new Date(`${month}-15T12:00:00`))}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('calendar.after')}
          disabled={month >= monthOf(today)}
          onClick={() => moveTo(addMonths(focused, 1))}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <table ref={grid} className={classes.grid} aria-label={t('calendar.label')} aria-busy={result.isPending}>
        <WeekdayNames />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((each) => each !== null) ?? month}>
              {week.map((each, place) =>
                each === null ? (
                  // The place in a week is all that tells empty cells apart.
                  <td key={`empty-${String(place)}`} aria-hidden />
                ) : (
                  <td key={each}>
                    <Day
                      day={each}
                      places={places.get(each)}
                      isChosen={each === day}
                      isToday={each === today}
                      isFocused={each === focused}
                      onChoose={() => choose(each)}
                      onKeyDown={onKeyDown}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {readError(result) && <small>{t('calendar.failed')}</small>}
    </section>
  );
}

/** Monday to Sunday. */
function WeekdayNames() {
  const days = weeksOf('2026-06')[0] ?? [];
  const formats = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(currentLanguage(), { weekday }),
  );
  return (
    <thead>
      <tr>
        {days.map((day) => {
          const [short, long] = formats.map((format) => format.format(new Date(`${day ?? ''}T12:00:00`)));
          return (
            <th key={day} scope="col" abbr={long}>
              {short}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface DayProps {
  day: string;
  /** Undefined while they are loading. */
  places: PlacesOfDay | undefined;
  isChosen: boolean;
  isToday: boolean;
  isFocused: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One day. One without places can be reached by the keyboard, which says so, but not chosen. */
function Day({ day, places, isChosen, isToday, isFocused, onChoose, onKeyDown }: DayProps) {
  const { t } = useTranslation('location-track');
  const date = new Date(`${day}T12:00:00`);
  const long = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', day: 'numeric', month: 'long' });
  const hasPlaces = places !== undefined && places.points > 0;
  const distance = hasPlaces ? kilometresText(places.metres) : '';
  const label = hasPlaces
    ? t('calendar.day', { day: long.format(date), count: places.points, distance })
    : t('calendar.none', { day: long.format(date) });
  return (
    <button
      type="button"
      className={classes.square}
      data-day={day}
      data-places={hasPlaces || undefined}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={!hasPlaces}
      aria-label={label}
      title={label}
      tabIndex={isFocused ? 0 : -1}
      onClick={hasPlaces ? onChoose : undefined}
      onKeyDown={onKeyDown}
    >
      {date.getDate()}
      <span className={classes.distance}>{distance}</span>
    </button>
  );
}
