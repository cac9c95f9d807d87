import { describe, expect, it } from 'vitest';
import { createRecentChanges } from './recent-changes.ts';

function createAt(start: number) {
  const clock = { now: start };
  return { clock, recent: createRecentChanges<string>(() => clock.now, 3) };
}

describe('recent changes', () => {
  it('are those since a time, each once, in the order in which they last happened', () => {
    const { clock, recent } = createAt(100);
    for (const [at, key] of [
      [110, 'a'],
      [120, 'b'],
      [130, 'a'],
    ] as const) {
      clock.now = at;
      recent.add(key, `${key} at ${at}`);
    }
    expect(recent.since(105)).toEqual(['b at 120', 'a at 130']);
    expect(recent.since(130)).toEqual(['a at 130']);
    expect(recent.since(131)).toEqual([]);
  });

  it('are unknown for a time before the server started', () => {
    const { recent } = createAt(100);
    expect(recent.since(100)).toBeNull();
    expect(recent.since(101)).toEqual([]);
  });

  it('are unknown for a time in which there were too many', () => {
    const { clock, recent } = createAt(100);
    for (const key of ['a', 'b', 'c', 'd']) {
      clock.now += 10;
      recent.add(key, key);
    }
    expect(recent.since(110)).toBeNull();
    expect(recent.since(111)).toEqual(['b', 'c', 'd']);
  });

  it('are unknown for a time in which some were missed', () => {
    const { clock, recent } = createAt(100);
    clock.now = 150;
    recent.add('a', 'a');
    recent.clear();
    expect(recent.since(120)).toBeNull();
    expect(recent.since(151)).toEqual([]);
  });
});
