import { describe, expect, it } from 'vitest';
import { daysInput, readDays } from './days.ts';

describe('a range of days', () => {
  it('is sent as the start of the first and the end of the last day in local time', () => {
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
  ])('is empty for the invalid %o', (raw) => {
    expect(readDays(raw)).toEqual({ from: undefined, to: undefined });
  });
});
