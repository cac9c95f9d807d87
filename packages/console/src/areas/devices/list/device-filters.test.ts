import { describe, expect, it } from 'vitest';
import { readFilters } from './device-filters.ts';

const none = { status: undefined, appName: undefined, adminId: undefined, groupId: undefined };

describe('the filters of the devices list', () => {
  it('come from the URL', () => {
    expect(readFilters({ status: 'Online', appName: 'Fairwatch', adminId: 7, groupId: '4', page: 3 })).toEqual({
      status: 'Online',
      appName: 'Fairwatch',
      adminId: 7,
      groupId: 4,
    });
    expect(readFilters({ appName: 360 })).toEqual({ ...none, appName: '360' });
  });

  it.each([
    {},
    { status: 'Away', appName: '', adminId: 'me' },
    { appName: ['x'], adminId: -1 },
    { adminId: 1.5, groupId: 'x' },
  ])('are none for %o', (raw) => {
    expect(readFilters(raw)).toEqual(none);
  });
});
