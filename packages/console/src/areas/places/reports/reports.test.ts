import type { ReportRow } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { rowsOfReport } from './report-rows.ts';
import { isSameTarget, readTarget, targetSearch } from './report-target.ts';
import { daysOfWeek, mondayOf, recentWeeks } from './weeks.ts';

describe('the weeks of reports', () => {
  it('begin on Monday, also on a Sunday and across a change of clocks', () => {
    expect(mondayOf(new Date(2026, 10, 15, 23, 59))).toBe('2026-11-09');
    expect(mondayOf(new Date(2026, 10, 16, 0, 0))).toBe('2026-11-16');
    expect(mondayOf(new Date(2026, 10, 16), 4)).toBe('2026-10-19');
    expect(daysOfWeek('2026-10-19')).toEqual({ from: '2026-10-19', to: '2026-10-25' });
  });

  it('are the current one and those before it', () => {
    const weeks = recentWeeks(new Date(2026, 10, 17), 'en-GB');
    expect(weeks).toHaveLength(13);
    expect(weeks[1]).toEqual({ value: '2026-11-09', label: expect.stringMatching(/^9\s?.\s?15 Nov 2026$/) });
  });
});

describe('the target of a report', () => {
  it('is read from the address, and anything odd is all devices', () => {
    expect(readTarget({ group: 4 })).toEqual({ for: 'GROUP', groupId: 4 });
    expect(readTarget({ group: 4, device: '7' })).toEqual({ for: 'DEVICE', deviceId: 7 });
    for (const odd of [{}, { group: 'x' }, { group: -1 }, { device: 1.5 }, { device: null }]) {
      expect(readTarget(odd)).toEqual({ for: 'ALL' });
    }
    expect(readTarget(targetSearch({ for: 'DEVICE', deviceId: 7 }))).toEqual({ for: 'DEVICE', deviceId: 7 });
  });

  it('is the same for the same devices', () => {
    expect(isSameTarget({ for: 'ALL' }, { for: 'ALL' })).toBe(true);
    expect(isSameTarget({ for: 'GROUP', groupId: 1 }, { for: 'GROUP', groupId: 2 })).toBe(false);
    expect(isSameTarget({ for: 'GROUP', groupId: 1 }, { for: 'DEVICE', deviceId: 1 })).toBe(false);
  });
});

const row = (deviceId: number, device: string, metres: number, zone?: string): ReportRow => ({
  deviceId,
  device,
  metres,
  points: 1,
  stops: deviceId,
  zones: zone === undefined ? [] : [{ zoneId: 1, name: zone, seconds: 60 }],
});

describe('the rows of a report', () => {
  const rows = [row(1, 'Van 2', 500, 'Depot'), row(2, 'Car', 900), row(3, 'Van 1', 500)];
  const names = (search: string, sortBy: 'device' | 'metres', sortDirection: 'asc' | 'desc') =>
    rowsOfReport(rows, { search, sortBy, sortDirection }).map(({ device }) => device);

  it('are found by device and by zone, and sorted', () => {
    expect(names('', 'device', 'asc')).toEqual(['Car', 'Van 1', 'Van 2']);
    expect(names('', 'metres', 'desc')).toEqual(['Car', 'Van 2', 'Van 1']);
    expect(names('VAN', 'device', 'desc')).toEqual(['Van 2', 'Van 1']);
    expect(names('depot', 'device', 'asc')).toEqual(['Van 2']);
  });
});
