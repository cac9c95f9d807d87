import { deviceStatuses } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { mount } from './mount-for-test.tsx';
import { StatusBadge, StatusDot } from './status-badge.tsx';

describe('the status of a device', () => {
  it('is a word and a sign of its own, and Reachable says what that means', () => {
    const badges = deviceStatuses.map((status) => mount(<StatusBadge status={status} />).box.firstElementChild);
    expect(badges.map((badge) => badge?.textContent)).toEqual(['Online', 'Reachable', 'Offline']);
    expect(badges.map((badge) => badge?.querySelector('svg') !== null)).toEqual([false, true, false]);
    expect(badges.map((badge) => badge?.getAttribute('title'))).toEqual([
      null,
      'Its page is closed; a push can ask its person to open it.',
      null,
    ]);
  });

  it('is the same sign where there is no room for the word', () => {
    expect(mount(<StatusDot status="Reachable" />).box.querySelector('svg')).not.toBeNull();
  });
});
