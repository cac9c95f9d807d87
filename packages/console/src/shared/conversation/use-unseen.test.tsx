import { act, useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { useUnseen } from './to-newest.tsx';

type Options = Parameters<typeof useUnseen>[0];

function Probe({ options, report }: { options: Options; report: (unseen: number | 'some') => void }) {
  const unseen = useUnseen(options);
  useEffect(() => {
    report(unseen);
  });
  return null;
}

/** Renders one state after the other and returns the unseen messages of each. */
function unseenOf(...states: readonly Partial<Options>[]): (number | 'some')[] {
  const { redraw } = mount(null);
  return states.map((state) => {
    let seen: number | 'some' = -1;
    const options = { atEnd: false, messages: [], complete: true, newestId: null, ...state };
    act(() => redraw(<Probe options={options} report={(unseen) => (seen = unseen)} />));
    return seen;
  });
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => ({ id: n + 1 }));

describe('unseen messages', () => {
  it('are those that arrive while the reader is further up', () => {
    expect(unseenOf({ messages: upTo(5), atEnd: true }, { messages: upTo(5) }, { messages: upTo(8) })).toEqual([
      0, 0, 3,
    ]);
  });

  it('are none while the reader is at the end, nor after they have been there', () => {
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

  it('are not those that existed when the conversation was opened further up', () => {
    const older = { messages: upTo(5), complete: false };
    expect(unseenOf({ ...older }, { ...older, newestId: 90 }, { ...older, newestId: 90 })).toEqual([0, 0, 0]);
  });

  it('are not counted while the newest ones are not loaded', () => {
    const older = { messages: upTo(5), complete: false };
    expect(unseenOf({ ...older, newestId: 90 }, { ...older, newestId: 91 })).toEqual([0, 'some']);
  });
});
