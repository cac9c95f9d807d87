import { ownZone, weekDays, type WeekDay } from '@fairwatch/contract';
import {
  hoursDraftOf,
  hoursNowText,
  hoursOfDraft,
  hoursPresets,
  hoursProblem,
  hoursWords,
  ownTimeZoneText,
  problemText,
  timeZoneText,
  weekDayNames,
  youShareText,
  type HoursDraft,
} from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { askText } from '../../core/screen/ask.ts';
import { action, dim, heading, problem, text, type Block, type Page } from '../../core/screen/view.ts';
import { dayText, readDay } from './day-hours.ts';

const choiceMark = (isChosen: boolean) => (isChosen ? '(*)' : '( )');

/** The page of the sharing hours. Outside of them nothing is collected. */
export function createHoursPage({ device, screen, now }: Person): Page {
  const { client, live } = device;
  let draft = hoursDraftOf(live.get().grants.hours);
  let failure: string | null = null;
  let isSaved = false;

  function edit(changes: Partial<HoursDraft>): void {
    draft = { ...draft, ...changes };
    isSaved = false;
    failure = null;
  }

  function isChanged(): boolean {
    return JSON.stringify(hoursOfDraft(draft)) !== JSON.stringify(live.get().grants.hours);
  }

  /** It counts on this phone at once, so the page does not wait for the server. */
  function save(): void {
    failure = null;
    isSaved = true;
    client.setHours(hoursOfDraft(draft)).catch((error: unknown) => {
      isSaved = false;
      failure = problemText(error);
      screen.refresh();
    });
  }

  async function editDay(day: WeekDay): Promise<void> {
    const typed = await askText(screen, {
      title: weekDayNames[day],
      blocks: [
        text('Write one or two times, such as 08:00-12:00, 13:00-17:00. Leave it empty to share nothing on this day.'),
        dim('Quarters of an hour. A time that ends before it begins goes past midnight.'),
      ],
      label: weekDayNames[day],
      initial: dayText(draft.days[day]),
      maxLength: 40,
      refuse: (words) => (readDay(words) === null ? 'Please write times as 08:00-17:00, at most two.' : null),
    });
    const spans = typed === null ? null : readDay(typed);
    if (spans !== null) edit({ days: { ...draft.days, [day]: spans } });
  }

  function weekBlocks(): Block[] {
    if (!draft.isLimited) return [];
    const own = ownZone();
    return [
      dim(hoursWords.presets),
      ...hoursPresets.map(({ label, days }) => action(label, () => edit({ days }))),
      ...weekDays.map((day) =>
        action(`${weekDayNames[day]}: ${dayText(draft.days[day]) || 'nothing'}`, () => editDay(day), { key: day }),
      ),
      dim(timeZoneText(draft.timeZone)),
      ...(own === draft.timeZone
        ? []
        : [action(ownTimeZoneText(own), () => edit({ timeZone: own }), { key: 'time zone' })]),
    ];
  }

  function saveBlocks(): Block[] {
    const wrong = hoursProblem(draft);
    return [
      ...problem(wrong ?? failure),
      ...(wrong === null && isChanged() ? [action(hoursWords.save, save, { style: 'accent' })] : []),
      ...(isChanged() && !isSaved ? [action(hoursWords.undo, () => edit(hoursDraftOf(live.get().grants.hours)))] : []),
      ...(isSaved ? [text(hoursWords.saved, 'good')] : []),
    ];
  }

  return {
    view() {
      const { grants, pendingDecisions } = live.get();
      return {
        title: hoursWords.title,
        blocks: [
          text(youShareText(grants.hours)),
          text(hoursNowText(grants.hours, grants.paused, now())),
          ...(pendingDecisions.some(({ type }) => type === 'hours') ? [dim(hoursWords.pending)] : []),
          heading(hoursWords.question),
          action(hoursWords.always, () => edit({ isLimited: false }), { mark: choiceMark(!draft.isLimited) }),
          action(hoursWords.limited, () => edit({ isLimited: true }), { mark: choiceMark(draft.isLimited) }),
          ...weekBlocks(),
          ...saveBlocks(),
        ],
      };
    },
  };
}
