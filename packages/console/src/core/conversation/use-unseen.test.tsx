import { act, useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { useUnseen } from './use-unseen.ts';

type Watched = Parameters<typeof useUnseen>[0];

function Probe({ watched, report }: { watched: Watched; report: (unseen: number | 'some') => void }) {
  const unseen = useUnseen(watched);
  useEffect(() => {
    report(unseen);
  });
  return null;
}

/** Shows one state after the other and tells what was unseen in each. */
function unseenOf(...states: readonly Partial<Watched>[]): (number | 'some')[] {
  const { redraw } = mount(null);
  return states.map((state) => {
    let seen: number | 'some' = -1;
    const watched = { atEnd: false, messages: [], complete: true, newestId: null, ...state };
    act(() => redraw(<Probe watched={watched} report={(unseen) => (seen = unseen)} />));
    return seen;
  });
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => ({ id: n + 1 }));

describe('what the reader has not seen yet', () => {
  it('is what comes while they read further up', () => {
    expect(unseenOf({ messages: upTo(5), atEnd: true }, { messages: upTo(5) }, { messages: upTo(8) })).toEqual([
      0, 0, 3,
    ]);
  });

  it('is nothing while they are at the end, and nothing once they have been there', () => {
    expect(
      unseenOf(
        { messages: upTo(5), atEnd: true },
        { messages: upTo(6), atEnd: true },
        { messages: upTo(7) },
        { messages: upTo(7), atEnd: true },
        { messages: upTo(7) },
      ),
    ).toEqual([0, 0, 1, 0, 0]);
  });

  it('is not what was there when the conversation was opened further up', () => {
    const older = { messages: upTo(5), complete: false };
    expect(unseenOf({ ...older }, { ...older, newestId: 90 }, { ...older, newestId: 90 })).toEqual([0, 0, 0]);
  });

  it('is some, not counted, when the newest are not loaded', () => {
    const older = { messages: upTo(5), complete: false };
    expect(unseenOf({ ...older, newestId: 90 }, { ...older, newestId: 91 })).toEqual([0, 'some']);
  });
});
