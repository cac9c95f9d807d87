import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { mountLive } from '../components/mount-for-test.tsx';
import type { BaseMapOptions } from './base-map.ts';
import { MapCanvas, type DrawPicture } from './map-canvas.tsx';

beforeEach(() => {
  // Only that it is there; the map of this file draws nothing.
  vi.stubGlobal('WebGL2RenderingContext', {});
  vi.stubGlobal('fetch', async () =>
    Response.json({
      securityStatus: 'PLAINTEXT',
      data: { styleUrl: null, tilesUrl: null },
      meta: { has_error: false, message: [], pagination: null },
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const map = { setScheme: () => undefined, remove: () => undefined };

function open(draw: DrawPicture | null | undefined) {
  const created: BaseMapOptions[] = [];
  const loads: number[] = [];
  const load = async () => {
    loads.push(created.length);
    return (options: BaseMapOptions) => {
      created.push(options);
      return map;
    };
  };
  const page = mountLive(
    <QueryClientProvider client={queryClient}>
      <MapCanvas load={load} onMap={() => undefined} title="Map" hint="" {...(draw !== undefined && { draw })} />
    </QueryClientProvider>,
  );
  const state = () => page.querySelector('[data-map]')?.getAttribute('data-map');
  const whenCreated = () =>
    vi.waitFor(() => {
      const [options] = created;
      if (!options) throw new Error('There is no map yet.');
      return options;
    });
  return { page, state, loads, created, whenCreated };
}

it('creates the map after its picture was painted, and shows the picture until the map has everything', async () => {
  const picture = Promise.withResolvers<boolean>();
  const { page, state, created, whenCreated } = open(() => picture.promise);
  // The server has been asked for the style.
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect([state(), created.length]).toEqual(['loading', 0]);

  let createdAtPaint: number | null = null;
  const painted = new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      createdAtPaint = created.length;
      resolve();
    });
  });
  picture.resolve(true);
  await painted;
  expect(createdAtPaint).toBe(0);
  const options = await whenCreated();
  expect(state()).toBe('pictured');
  options.onShown();
  await new Promise(requestAnimationFrame);
  expect(state()).toBe('pictured');
  options.onFilled();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  expect(page.querySelector('canvas')).toBeNull();
});

it('loads the code of the map while it is not known what to draw', async () => {
  const { loads, created } = open(null);
  await vi.waitFor(() => expect(loads).toEqual([0]));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(created).toEqual([]);
});

it.each([
  ['there is nothing to draw', async () => false],
  ['the picture fails', () => Promise.reject(new Error('no outlines'))],
  ['the page has no picture', undefined],
])('creates the map at once when %s', async (_, draw) => {
  const { state, whenCreated } = open(draw);
  const options = await whenCreated();
  expect(state()).toBe('loading');
  options.onShown();
  await vi.waitFor(() => expect(state()).toBe('shown'));
});
