import '@mantine/core/styles/Skeleton.layer.css';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { clockText, startOfDay } from '../../../core/components/time/moment-text.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './agenda.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { agendaDays, dateText, firstDay, lastDay, type AgendaDay, type CalendarEvent } from './event-times.ts';

interface AgendaProps {
  events: readonly CalendarEvent[];
  /** Begins with today, even if there are no events today. */
  fromToday: boolean;
}

/** Events grouped by day. */
export function Agenda({ events, fromToday }: AgendaProps) {
  const now = useNow();
  const days = agendaDays(events, now);
  const free = fromToday && (days[0]?.daysAway ?? 0) > 0;
  return (
    <div className="fw-lines">
      {free && <Day date={startOfDay(now)} daysAway={0} events={[]} />}
      {days.map((day) => (
        <Day key={day.date.getTime()} {...day} />
      ))}
    </div>
  );
}

function Day({ date, daysAway, events }: AgendaDay) {
  const { t } = useTranslation('calendar-events');
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(currentLanguage(), options).format(date);
  const today = daysAway === 0;
  return (
    <section className={classes.day} data-today={today || undefined} data-past={daysAway < 0 || undefined}>
      <h2 className={classes.date}>
        <span className={classes.number}>{part({ day: 'numeric' })}</span>
        <span>
          <Text span display="block" size="sm" fw={500} lh={1.3} c="var(--fw-ink)">
            {part({ weekday: 'long' })}
          </Text>
          {part({ month: 'short', year: 'numeric' })}
        </span>
        {today && <span className={classes.today}>{t('today')}</span>}
      </h2>
      {events.length === 0 ? (
        <Text c="dimmed" pl={15} my="auto">
          {t('free')}
        </Text>
      ) : (
        <Stack component="ul" gap={2}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function Event({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar-events');
  const { title, location, description, allDay } = event;
  return (
    <li className={classes.event} data-all-day={allDay || undefined}>
      <Times event={event} />
      <Group gap="0 0.75rem">
        <Text span fw={500}>
          {title === '' ? t('untitled') : title}
        </Text>
        {location !== '' && (
          <Text span className="fw-inline" size="sm" c="dimmed">
            <IconMapPin size={14} aria-hidden />
            {location}
          </Text>
        )}
        {description !== '' && (
          <Text size="sm" c="dimmed" w="100%">
            {description}
          </Text>
        )}
      </Group>
    </li>
  );
}

const clock = (moment: string) => clockText(new Date(moment), currentLanguage());

function Times({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar-events');
  const { startDate, endDate, allDay } = event;
  const last = lastDay(event);
  const sameDay = last.getTime() === firstDay(event).getTime();
  const until = sameDay ? null : t('until', { day: dateText(last, currentLanguage()) });
  const hours = sameDay ? `${clock(startDate)} – ${clock(endDate)}` : clock(startDate);
  return (
    <Text component="time" c="dimmed" dateTime={startDate}>
      {allDay ? t('allDay') : hours}
      {until !== null && <span className="fw-note">{until}</span>}
    </Text>
  );
}

/** A skeleton as tall as a few days, so that little moves when the events arrive. */
export function AgendaSkeleton() {
  return (
    <div className="fw-lines" aria-hidden>
      {[3, 2, 4].map((events) => (
        <div key={events} className={classes.day}>
          <Skeleton height={36} width={130} />
          <div>
            {Array.from({ length: events }, (_, place) => (
              <Skeleton key={place} height={14} my={12} width={`${70 - place * 12}%`} radius="xl" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
