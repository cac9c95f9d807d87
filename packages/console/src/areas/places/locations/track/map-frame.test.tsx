import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Track } from '@fairwatch/contract';
import { queryClient } from '../../../../core/api/query.ts';
import { mount } from '../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { MapFrame } from './map-frame.tsx';
import { createReplay } from './replay.ts';
import texts from './track.texts.json';

addTexts('location-track', texts);
afterEach(() => {
  vi.unstubAllGlobals();
});

const track: Track = {
  from: null,
  to: null,
  places: [],
  points: [],
  total: 0,
  metres: 0,
  zones: [],
  stops: [],
  latest: null,
  days: [],
};

it('shows a notice in a browser without WebGL and refers to the table', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
  const replay = createReplay({ from: 0, to: 1, calm: true });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <MapFrame track={track} trail={[]} zones={[]} replay={replay} marked={null} onPick={() => undefined} fits={0} />
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  expect(box.textContent).toContain('This browser cannot draw the map');
  expect(box.textContent).toContain('The table below has every point.');
  expect(box.querySelector('[data-map]')).toBeNull();
});
