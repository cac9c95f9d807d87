import { deviceStatuses } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { mount } from '../mount-for-test.tsx';
import { StatusBadge, StatusDot } from './status-badge.tsx';

describe('the status badge of a device', () => {
  it('shows a word and an icon for each status, and explains Reachable in its title', () => {
    const badges = deviceStatuses.map((status) => mount(<StatusBadge status={status} />).box.firstElementChild);
    expect(badges.map((badge) => badge?.textContent)).toEqual(['Online', 'Reachable', 'Offline']);
    expect(badges.map((badge) => badge?.querySelector('svg') !== null)).toEqual([false, true, false]);
    expect(badges.map((badge) => badge?.getAttribute('title'))).toEqual([
      null,
      'Its page is closed; a push can ask its person to open it.',
      null,
    ]);
  });

  it('has the same icon in the variant without the word', () => {
    expect(mount(<StatusDot status="Reachable" />).box.querySelector('svg')).not.toBeNull();
  });
});
