import {
  limits,
  ownZone,
  weekDays,
  weekSpansOf,
  workDays,
  type DaySpan,
  type SharingHours,
  type WeekDay,
  type WeekSpans,
} from '@fairwatch/contract';

/** The editor's state of sharing hours. A time that ends before it begins goes past midnight, into the next day. */
export interface HoursDraft {
  /** False for any hour. The days are kept, in case the person limits the hours again. */
  isLimited: boolean;
  timeZone: string;
  days: WeekSpans;
}

const midnight = '00:00';
const endOfDay = '24:00';

export const weekDayNames: Readonly<Record<WeekDay, string>> = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
};

/** Common sharing hours to start from. */
export const hoursPresets = [
  { label: 'School', days: every(workDays, { from: '08:00', to: '15:00' }) },
  { label: 'Work', days: every(workDays, { from: '09:00', to: '17:00' }) },
  { label: 'Evenings', days: every(weekDays, { from: '17:00', to: '21:00' }) },
] as const;

/** Converts stored hours to a draft, with hours past midnight merged into one time. */
export function hoursDraftOf(hours: SharingHours | null): HoursDraft {
  if (hours === null) return { isLimited: false, timeZone: ownZone(), days: hoursPresets[0].days };
  const days = weekSpansOf(hours.days);
  for (const day of weekDays) {
    const next = dayAfter(day);
    const evening = days[day].find(({ from, to }) => to === endOfDay && from !== midnight);
    const morning = days[next].find(({ from, to }) => from === midnight && to !== endOfDay);
    // Only a time shorter than a day can be written as one.
    if (!evening || !morning || morning.to > evening.from) continue;
    days[day] = days[day].map((span) => (span === evening ? { from: evening.from, to: morning.to } : span));
    days[next] = days[next].filter((span) => span !== morning);
  }
  return { isLimited: true, timeZone: hours.timeZone, days };
}

/** Converts the draft to the contract's form, with hours past midnight split into two times. */
export function hoursOfDraft({ isLimited, timeZone, days }: HoursDraft): SharingHours | null {
  if (!isLimited) return null;
  const times = weekDays.flatMap((day) =>
    days[day].flatMap(({ from, to }) => {
      if (from < to) return [{ day, from, to }];
      const evening = { day, from, to: endOfDay };
      return to === midnight ? [evening] : [evening, { day: dayAfter(day), from: midnight, to }];
    }),
  );
  return { timeZone, days: times.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)) };
}

/** Sorts by day and then by time. */
function placeOf({ day, from }: { day: WeekDay; from: string }): string {
  return weekDays.indexOf(day) + from;
}

/** The error of the draft for the person; null when it is valid. */
export function hoursProblem(draft: HoursDraft): string | null {
  const hours = hoursOfDraft(draft);
  if (hours === null) return null;
  if (hours.days.length === 0) return 'Choose at least one day. To share nothing at all, pause instead.';
  for (const day of weekDays) {
    if (draft.days[day].some(({ from, to }) => from === to))
      return `On ${weekDayNames[day]} a time begins when it ends.`;
  }
  const { timesAtMost } = limits.sharingHours;
  if (hours.days.length > timesAtMost) {
    return `That is too many times: at most ${timesAtMost} in a week, and one past midnight counts twice.`;
  }
  const overlap = hours.days.find(({ day, to }, place) => {
    const next = hours.days[place + 1];
    return next?.day === day && next.from < to;
  });
  return overlap ? `On ${weekDayNames[overlap.day]} two times overlap.` : null;
}

/** Whether a time goes past midnight. */
export function isOvernight({ from, to }: DaySpan): boolean {
  return to < from;
}

export function dayAfter(day: WeekDay): WeekDay {
  return weekDays[(weekDays.indexOf(day) + 1) % weekDays.length] ?? day;
}

function every(days: readonly WeekDay[], { from, to }: DaySpan): WeekSpans {
  return weekSpansOf(days.map((day) => ({ day, from, to })));
}
