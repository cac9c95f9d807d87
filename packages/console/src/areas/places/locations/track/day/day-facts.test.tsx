import type { Track } from '@fairwatch/contract';
import { act } from 'react';
import { expect, it } from 'vitest';
import { mount } from '../../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../../core/i18n/i18n.ts';
import { DayFacts } from './day-facts.tsx';
import texts from '../track.texts.json';

addTexts('location-track', texts);

const hour = 3_600_000;
const stopAt = (from: number, zone: string | null, place = 0) => {
  return { from, to: from + hour, latitude: 52, longitude: 5, place, zone };
};
const track: Track = {
  from: '2026-11-13T00:00:00Z',
  to: '2026-11-14T00:00:00Z',
  places: [
    { nickname: 'Home', address: 'Kanaalstraat 3, Utrecht', timezone: 'Europe/Amsterdam' },
    { nickname: '', address: '', timezone: '' },
  ],
  points: [],
  total: 4,
  metres: 12_340,
  zones: [{ zoneId: 3, name: 'Depot', seconds: 5460 }],
  stops: [stopAt(0, 'Depot'), stopAt(2 * hour, null), stopAt(4 * hour, null, 1)],
  latest: null,
  days: [4],
};

it('calls a stop by its zone and keeps its nickname and address', () => {
  const { box } = mount(<DayFacts device={{ id: 3, name: 'Phone' }} track={track} />);
  const stops = Array.from(box.querySelectorAll('ol > li'), ({ textContent }) => textContent ?? '');
  expect(stops[0]).toMatch(/^Depot .+ · 1 hHome, Kanaalstraat 3, Utrecht$/);
  expect(stops[1]).toMatch(/^Home .+ · 1 hKanaalstraat 3, Utrecht$/);
  expect(stops[2]).toMatch(/^Unnamed place .+ · 1 h$/);
  expect(box.textContent).toContain('Distance12.3 km');
  expect(box.textContent).toContain('Depot 1 h 31 min');
});

it('shows the first stops, and all on demand', async () => {
  const many = Array.from({ length: 25 }, (_, n) => stopAt(2 * n * hour, null));
  const { box } = mount(<DayFacts device={{ id: 3, name: 'Phone' }} track={{ ...track, stops: many, zones: [] }} />);
  expect(box.textContent).toContain('Not in any of your zones.');
  expect(box.querySelectorAll('ol > li')).toHaveLength(10);
  expect(box.querySelector('button')?.textContent).toBe('Show all 25 stops');
  await act(async () => box.querySelector('button')?.click());
  expect(box.querySelectorAll('ol > li')).toHaveLength(25);
});
