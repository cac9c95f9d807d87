import type { Watch, WatchCursor } from '@fairwatch/contract';
import { createStore, newWatches, noWatches, seenWatches, toldWatches, type WatchPage } from '@fairwatch/device/core';
import { watchesText } from '@fairwatch/device/words';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { CompanionContext } from '../../core/live/companion-context.ts';
import { NewWatches } from '../../core/watches/watch-notes.tsx';
import { WatchesView } from './watches.view.tsx';

const morning: Watch = {
  kind: 'SCHEDULE',
  id: 7,
  name: 'Morning round',
  purpose: 'To plan the deliveries',
  what: 'Update location',
  when: 'Every day at 08:00 (Europe/Berlin)',
  setBy: 'maria',
  setAt: '2026-11-02T09:14:00.000Z',
  until: '2026-12-31T17:00:00.000Z',
  paused: false,
};

/** A companion that has only what these screens use. */
function phone(watches = noWatches, pages: readonly WatchPage[] = []) {
  const live = createStore({ watches });
  const markWatchesSeen = () => live.set({ watches: seenWatches(live.get().watches) });
  const asked: (WatchCursor | null)[] = [];
  const readWatches = async (after: WatchCursor | null) => {
    const page = pages[asked.push(after) - 1];
    if (page === undefined) throw new Error('The server cannot be reached.');
    return page;
  };
  return { live, markWatchesSeen, client: { readWatches }, asked };
}
const draw = (companion: ReturnType<typeof phone>, view: ReactNode) =>
  mount(<CompanionContext value={companion as never}>{view}</CompanionContext>).textContent ?? '';

describe('what watches this phone', () => {
  it('is listed with its name, what, when, purpose, who, since and until, and is new once', () => {
    const companion = phone(
      toldWatches(noWatches, { watches: [morning, { ...morning, id: 8, paused: true }], more: 3 }),
    );
    const home = draw(companion, <NewWatches />);
    expect(home).toContain(
      'maria set the schedule “Morning round”: Update location. Every day at 08:00 (Europe/Berlin).',
    );
    const page = draw(companion, <WatchesView />);
    const { name, what, when, purpose, setBy } = morning;
    for (const words of [name, what, when, purpose, setBy, 'Nov 2, 2026', 'Dec 31, 2026', 'New', 'Paused', '3 more']) {
      expect(page).toContain(words);
    }
    expect(draw(companion, <NewWatches />)).toBe('');
    expect(draw(companion, <WatchesView />)).not.toContain('New');
  });

  it('is told again when it changes, other than by pausing, and forgotten when it is gone', () => {
    const seen = seenWatches(toldWatches(noWatches, { watches: [morning], more: 0 }));
    const after = (watches: Watch[]) => newWatches(toldWatches(seen, { watches, more: 0 }));
    expect(after([morning])).toEqual([]);
    expect(after([{ ...morning, paused: true }])).toEqual([]);
    expect(after([{ ...morning, when: 'Every 15 minutes' }])).toHaveLength(1);
    expect(toldWatches(seen, { watches: [], more: 0 })).toEqual(noWatches);
  });

  it('is an alert with what it tells, who set it and when it last fired', () => {
    const school: Watch = {
      ...morning,
      kind: 'ALERT_RULE',
      name: 'After school',
      what: 'Enters Home',
      when: 'They get a message when you arrive at Home',
      until: null,
      lastAt: '2026-11-12T15:01:00.000Z',
    };
    const companion = phone(toldWatches(noWatches, { watches: [school], more: 0 }));
    expect(draw(companion, <NewWatches />)).toContain(
      'maria set the alert “After school”: Enters Home. They get a message when you arrive at Home.',
    );
    const page = draw(companion, <WatchesView />);
    for (const words of ['One alert watches this phone by itself.', 'Last fired', 'Nov 12, 2026'])
      expect(page).toContain(words);
    expect(page).not.toContain('Until');
    const silent = { ...school, lastAt: null, paused: true };
    const off = draw(phone(toldWatches(noWatches, { watches: [silent], more: 0 })), <WatchesView />);
    for (const words of ['Never', 'Off']) expect(off).toContain(words);
    expect(watchesText({ ...noWatches, watches: [school], more: 1 })).toBe('2 things watch this phone by themselves.');
    expect(watchesText({ ...noWatches, watches: [school, morning] })).toBe('2 things watch this phone by themselves.');
  });

  it('has all zones in one line, and their names and what does not fit into the list when the person asks', async () => {
    const zones = {
      ...morning,
      kind: 'ZONES',
      id: 0,
      name: '12 places',
      what: 'Places School, Home, Depot and 9 more',
    };
    const zone = (id: number) => ({ ...morning, kind: 'ZONE', id, name: `Place ${id}` });
    const companion = phone(toldWatches(noWatches, { watches: [morning, zones], more: 1 }), [
      { watches: [zone(1), zone(2)], more: true },
      { watches: [zone(3)], more: false },
      { watches: [{ ...morning, kind: 'ALERT_RULE', id: 9, name: 'After school' }, zone(1)], more: true },
    ]);
    const page = mount(
      <CompanionContext value={companion as never}>
        <WatchesView />
      </CompanionContext>,
    );
    expect(page.textContent).toContain('2 things and 12 places watch this phone by themselves.');
    expect(page.textContent).not.toContain('Place 1');
    await press(page, 'Show the names of all places');
    await press(page, 'Show more places');
    for (const id of [1, 2, 3]) expect(page.textContent).toContain(`Place ${id}, set by maria`);
    await press(page, 'Show the others');
    expect(page.textContent).toContain('After school');
    expect(companion.asked).toEqual([
      { kind: 'ZONE', id: 0 },
      { kind: 'ZONE', id: 2 },
      { kind: 'SCHEDULE', id: 7 },
    ]);
    expect([...page.querySelectorAll('button')]).toEqual([]);
  });

  it('says why more cannot be read', async () => {
    const zones = { ...morning, kind: 'ZONES', id: 0, name: '2 places', what: 'Places School, Home' };
    const page = mount(
      <CompanionContext value={phone(toldWatches(noWatches, { watches: [zones], more: 0 })) as never}>
        <WatchesView />
      </CompanionContext>,
    );
    await press(page, 'Show the names of all places');
    expect(page.querySelector('[role="alert"]')?.textContent).toContain('The server cannot be reached.');
  });

  it('is new again when a zone was added behind the line of zones, not when one is gone', () => {
    const zones = { ...morning, kind: 'ZONES', id: 0, name: '12 places' };
    const seen = seenWatches(toldWatches(noWatches, { watches: [zones], more: 0 }));
    const after = (watch: Watch) => newWatches(toldWatches(seen, { watches: [watch], more: 0 }));
    expect(after({ ...zones, name: '11 places' })).toEqual([]);
    expect(after({ ...zones, name: '13 places', setAt: '2026-11-03T09:14:00.000Z' })).toHaveLength(1);
  });

  it('is counted in words', () => {
    expect(watchesText(noWatches)).toBe('Nothing watches this phone by itself.');
    expect(watchesText({ ...noWatches, watches: [morning] })).toBe('One schedule watches this phone by itself.');
    expect(watchesText({ ...noWatches, watches: [morning], more: 2 })).toContain('3 things');
    const zone = { ...morning, kind: 'ZONE' };
    expect(watchesText({ ...noWatches, watches: [zone, { ...zone, id: 8 }] })).toContain('2 places watch');
    expect(watchesText({ ...noWatches, watches: [morning, zone] })).toContain('2 things watch');
    const folded = { ...morning, kind: 'ZONES', name: '12 places' };
    expect(watchesText({ ...noWatches, watches: [folded] })).toBe('12 places watch this phone by themselves.');
    expect(watchesText({ ...noWatches, watches: [morning, folded] })).toContain('One schedule and 12 places watch');
  });
});
