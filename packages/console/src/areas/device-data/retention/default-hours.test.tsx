import { sharingHours, updateDefaultHours, type DefaultHours, type SharingHours } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { DefaultHoursCard } from './default-hours-card.tsx';
import { draftOf, hoursOf, isInvalid, timeZones } from './hours-draft.ts';

const split: SharingHours = {
  timeZone: 'Europe/Berlin',
  days: [
    { day: 'MON', from: '08:00', to: '12:00' },
    { day: 'MON', from: '14:00', to: '24:00' },
    { day: 'SUN', from: '10:00', to: '10:15' },
  ],
};

describe('a draft of sharing hours', () => {
  it('converts back to the same hours, which the contract accepts', () => {
    expect(hoursOf(draftOf(split))).toEqual(split);
    expect(sharingHours.safeParse(hoursOf(draftOf(null))).error).toBeUndefined();
    expect(timeZones('Mars/Base')).toEqual(expect.arrayContaining(['Mars/Base', 'UTC', 'Europe/Berlin']));
  });

  it('is invalid without a time, and when a time ends before it begins', () => {
    const draft = draftOf(split);
    expect(isInvalid(draft)).toBe(false);
    expect(isInvalid({ ...draft, days: { ...draft.days, MON: [{ from: '12:00', to: '12:00' }] } })).toBe(true);
    expect(isInvalid({ ...draft, days: { ...draft.days, MON: [], SUN: [] } })).toBe(true);
  });
});

describe('the card of the default hours', () => {
  const sent: unknown[] = [];
  let set: DefaultHours;
  let box: HTMLElement;

  beforeEach(async () => {
    sent.length = 0;
    set = { hours: null, changedBy: null, changedAt: null };
    queryClient.clear();
    vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
      if (url.endsWith(updateDefaultHours.path)) {
        const { hours } = JSON.parse(String(request?.body)) as { hours: SharingHours | null };
        sent.push(hours);
        set = { hours, changedBy: 'maria', changedAt: '2026-11-15T10:00:00.000Z' };
      }
      return Response.json({ securityStatus: 'PLAINTEXT', data: set, meta: { has_error: false, message: [] } });
    });
    ({ box } = mount(
      <QueryClientProvider client={queryClient}>
        <DefaultHoursCard />
      </QueryClientProvider>,
    ));
    await act(() => vi.waitUntil(() => box.querySelector('[value=limited]') !== null));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('saves the hours of the days that are still selected', async () => {
    await act(async () => box.querySelector<HTMLInputElement>('[value=limited]')?.click());
    const [monday] = box.querySelectorAll<HTMLInputElement>('[type=checkbox]');
    await act(async () => monday?.click());
    await press(box, 'Save hours');
    await act(() => vi.waitUntil(() => box.textContent?.includes('Set by maria')));
    const [saved] = sent as SharingHours[];
    expect(saved?.days.map(({ day }) => day)).toEqual(['TUE', 'WED', 'THU', 'FRI']);
  });
});
