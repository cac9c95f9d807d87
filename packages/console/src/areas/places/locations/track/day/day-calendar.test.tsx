import { placesOfDays } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../../core/api/query.ts';
import { mount } from '../../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../../core/i18n/i18n.ts';
import { DayCalendar } from './day-calendar.tsx';
import { addDays, addMonths, dayAfterKey, daysOfMonth, weeksOf } from './month.ts';
import texts from '../track.texts.json';

addTexts('location-track', texts);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe('the days of a calendar', () => {
  it('fill weeks from Monday to Sunday', () => {
    expect(daysOfMonth('2028-02')).toHaveLength(29);
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
  });

  it('are moved between by keys, across months and years', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a'];
    expect(keys.map((key) => dayAfterKey('2026-11-01', key))).toEqual([
      '2026-10-31',
      '2026-11-02',
      '2026-10-25',
      '2026-11-08',
      '2026-10-26',
      '2026-11-01',
      '2026-10-01',
      '2026-12-01',
      null,
    ]);
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

/** The server has points on two days of November and on one of October. */
function stubServer() {
  const asked: string[][] = [];
  const withPlaces = new Set(
    ['2026-11-11', '2026-11-13', '2026-10-31'].map((day) => new Date(`${day}T00:00:00`).getTime()),
  );
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { days } = JSON.parse(body) as { days: string[] };
    asked.push(days);
    const data = days.slice(0, -1).map((day) => {
      const has = withPlaces.has(Date.parse(day));
      return { points: has ? 24 : 0, metres: has ? 12_340 : 0, zones: [] };
    });
    return Response.json({ data, meta: { message: [] } });
  });
  return asked;
}

/** Presses a key on the focused element. */
const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

async function open(day: string | null) {
  const asked = stubServer();
  const onDay = vi.fn<(day: string) => void>();
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <DayCalendar deviceId={7} day={day} today="2026-11-17" onDay={onDay} />
    </QueryClientProvider>,
  );
  const dayButton = (each: string) => box.querySelector<HTMLButtonElement>(`[data-day="${each}"]`);
  await vi.waitFor(() => expect(box.querySelector('[data-places]')).not.toBeNull());
  return { asked, onDay, box, dayButton };
}

describe('the calendar of days with places', () => {
  it('shows which days have places and how far the device went, and chooses one', async () => {
    expect(placesOfDays.path).toContain('location/days');
    const { box, dayButton, onDay, asked } = await open('2026-11-13');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(31);
    expect(box.querySelectorAll('[data-places]')).toHaveLength(2);
    expect(dayButton('2026-11-13')?.getAttribute('aria-label')).toBe('Friday, November 13: 24 points, 12.3 km');
    expect(dayButton('2026-11-13')?.getAttribute('aria-pressed')).toBe('true');
    expect(dayButton('2026-11-12')?.getAttribute('aria-label')).toBe('Thursday, November 12: no places');
    dayButton('2026-11-12')?.click();
    expect(onDay).not.toHaveBeenCalled();
    await act(async () => dayButton('2026-11-11')?.click());
    expect(onDay).toHaveBeenCalledWith('2026-11-11');
  });

  it('is one stop of the Tab key, and arrows move in it, into the month before and not beyond today', async () => {
    const { box, dayButton, asked } = await open('2026-11-13');
    expect(Array.from(box.querySelectorAll('[data-day][tabindex="0"]'), ({ textContent }) => textContent)).toEqual([
      '1312.3 km',
    ]);
    act(() => dayButton('2026-11-13')?.focus());
    await press('ArrowUp');
    expect(document.activeElement).toBe(dayButton('2026-11-06'));
    await press('PageUp');
    expect(document.activeElement).toBe(dayButton('2026-10-06'));
    await vi.waitFor(() => expect(dayButton('2026-10-31')?.dataset['places']).toBe('true'));
    expect(asked).toHaveLength(2);
    await press('PageDown');
    await press('PageDown');
    expect(document.activeElement).toBe(dayButton('2026-11-17'));
  });
});
