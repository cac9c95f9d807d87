import { describe, expect, it } from 'vitest';
import { daysInput, readDays } from './days.ts';

describe('the days of a list', () => {
  it('reach the server as moments: from the first one’s beginning to the last one’s end, where the admin is', () => {
    expect(daysInput({ from: '2026-11-15', to: '2026-11-15' })).toEqual({
      from: new Date(2026, 10, 15).toISOString(),
      to: new Date(2026, 10, 16).toISOString(),
    });
    expect(daysInput({})).toEqual({ from: undefined, to: undefined });
  });

  it.each([
    { from: 'yesterday', to: 20_261_115 },
    { from: '2026-13-01', to: '2026-04-31' },
    { from: ['2026-11-01'], to: '2026-11-15T00:00:00Z' },
    { from: '9999-12-31', to: '0001-01-01' },
  ])('are none for %o', (raw) => {
    expect(readDays(raw)).toEqual({ from: undefined, to: undefined });
  });
});
