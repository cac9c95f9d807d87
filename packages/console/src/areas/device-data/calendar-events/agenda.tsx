import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
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
    <>
      {free && <Day date={startOfDay(now)} daysAway={0} events={[]} />}
      {days.map((day) => (
        <Day key={day.date.getTime()} {...day} />
      ))}
    </>
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
        <span className={classes.names}>
          <span className={classes.weekday}>{part({ weekday: 'long' })}</span>
          <span>{part({ month: 'short', year: 'numeric' })}</span>
        </span>
        {today && <span className={classes.today}>{t('today')}</span>}
      </h2>
      {events.length === 0 ? (
        <p className={classes.free}>{t('free')}</p>
      ) : (
        <ul className={classes.events}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ul>
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
      <div className={classes.what}>
        <span className={classes.title}>{title === '' ? t('untitled') : title}</span>
        {location !== '' && (
          <span className={classes.place}>
            <IconMapPin size={14} aria-hidden />
            {location}
          </span>
        )}
        {description !== '' && <p className={classes.description}>{description}</p>}
      </div>
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
    <time className={classes.times} dateTime={startDate}>
      {allDay ? t('allDay') : hours}
      {until !== null && <span className={classes.until}>{until}</span>}
    </time>
  );
}

/** A skeleton as tall as a few days, so that little moves when the events arrive. */
export function AgendaSkeleton() {
  return (
    <div aria-hidden>
      {[3, 2, 4].map((events) => (
        <div key={events} className={classes.day}>
          <Skeleton height={36} width={130} />
          <div className={classes.events}>
            {Array.from({ length: events }, (_, place) => (
              <Skeleton key={place} height={14} my={12} width={`${70 - place * 12}%`} radius="xl" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
