import { auditList } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { filterInput, isFiltered, readFilters } from './audit-filters.ts';

describe('the filters of the audit page', () => {
  it('come from the URL', () => {
    const texts = { actor: 'maria', person: ' anna ', device: 12, object: 'contract.pdf' };
    const days = { from: '2026-11-01', to: '2026-11-15' };
    const filters = readFilters({ deviceId: 7, action: 'COMMAND', ...days, ...texts, page: 3 });
    expect(filters).toEqual({ deviceId: 7, action: 'COMMAND', ...days, ...texts, person: 'anna', device: '12' });
    expect(isFiltered(filters)).toBe(true);
  });

  it.each([
    {},
    { deviceId: 'seven', action: 'LOOKED', from: 'yesterday', to: 20_261_115 },
    { deviceId: -1, action: '', from: '2026-13-01', to: '2026-04-31' },
    { deviceId: 1.5, action: null, from: ['2026-11-01'], to: '2026-11-15T00:00:00Z' },
    { from: '9999-12-31', to: '0001-01-01' },
    { actor: '', person: '  ', device: null, object: ['x'] },
  ])('are empty for %o', (raw) => {
    expect(isFiltered(readFilters(raw))).toBe(false);
  });

  it('are sent as times: the start of the first day and the end of the last day in the admin’s time zone', () => {
    const { from, to } = filterInput({ from: '2026-11-15', to: '2026-11-15' });
    expect(from).toBe(new Date(2026, 10, 15).toISOString());
    expect(to).toBe(new Date(2026, 10, 16).toISOString());
    expect(auditList.input.safeParse({ from, to }).success).toBe(true);
    const long = filterInput(readFilters({ object: 'x'.repeat(500), actor: 'maria' }));
    expect(auditList.input.safeParse(long).success).toBe(true);
    expect(filterInput({})).toEqual({ from: undefined, to: undefined });
  });
});
