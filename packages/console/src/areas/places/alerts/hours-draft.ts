import { ownZone, weekDays, type SharingHours, type WeekDay } from '@fairwatch/contract';

/** The form values of hours: the same time on some days. One that ends before it begins goes past midnight. */
export interface HoursDraft {
  days: readonly WeekDay[];
  from: string;
  to: string;
  timeZone: string;
  /** Stored hours that nobody has changed yet; they may be more than the form can show. */
  stored: SharingHours | null;
}

/** The hours that are offered first, in the time zone of the browser. */
export function newHours(from: string, to: string): HoursDraft {
  return { days: weekDays, from, to, timeZone: ownZone(), stored: null };
}

export function hoursDraftOf(hours: SharingHours): HoursDraft {
  const beginnings = hours.days.filter(({ from, to }) => from !== '00:00' || to === '24:00');
  const [first] = beginnings.length > 0 ? beginnings : hours.days;
  const morning = hours.days.find(({ from, to }) => from === '00:00' && to !== '24:00');
  const goesOn = first?.to === '24:00' && morning !== undefined;
  return {
    days: weekDays.filter((day) => (beginnings.length > 0 ? beginnings : hours.days).some((each) => each.day === day)),
    from: first?.from ?? '00:00',
    to: goesOn ? morning.to : (first?.to ?? '24:00'),
    timeZone: hours.timeZone,
    stored: hours,
  };
}

/** The hours of a draft. What goes past midnight is written as two times. */
export function hoursOf({ days, from, to, timeZone, stored }: HoursDraft): SharingHours {
  if (stored !== null) return stored;
  const chosen = weekDays.filter((day) => days.includes(day));
  if (from < to) return { timeZone, days: chosen.map((day) => ({ day, from, to })) };
  const evenings = chosen.map((day) => ({ day, from, to: '24:00' }));
  const mornings = to === '00:00' ? [] : chosen.map((day) => ({ day: dayAfter(day), from: '00:00', to }));
  return { timeZone, days: [...evenings, ...mornings] };
}

export function areHoursWrong({ days, from, to }: HoursDraft): boolean {
  return days.length === 0 || from === to;
}

function dayAfter(day: WeekDay): WeekDay {
  return weekDays[(weekDays.indexOf(day) + 1) % weekDays.length] ?? day;
}
