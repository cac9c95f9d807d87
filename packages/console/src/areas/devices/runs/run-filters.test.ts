import { describe, expect, it } from 'vitest';
import { filterInput, readRunFilters } from './run-filters.ts';

describe('the filters of the runs', () => {
  it('are read from the address, without what is unknown there', () => {
    expect(readRunFilters({ state: 'RUNNING', action: 'UPDATE', device: 7 })).toEqual({
      state: 'RUNNING',
      action: 'UPDATE',
      deviceId: 7,
    });
    const none = { state: undefined, action: undefined, deviceId: undefined };
    expect(readRunFilters({ state: 'LOST', action: 'SPY', device: 'x' })).toEqual(none);
  });

  it('ask for incomplete runs in the words of the endpoint', () => {
    expect(filterInput({ state: 'INCOMPLETE' })).toEqual({ incomplete: true });
    expect(filterInput({ state: 'DONE' })).toEqual({ state: 'DONE' });
  });
});
