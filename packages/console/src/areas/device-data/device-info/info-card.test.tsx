import { describe, expect, it } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import texts from './device-info.texts.json';
import { InfoCard, type Info } from './info-card.tsx';

addTexts('device-info', texts);

/** The meter of one fact; null where it has none. */
function meterOf(group: Info['group'], used: number | null, total: number | null) {
  const fact: Info = { id: 1, group, name: 'Level', value: 'x', used, total, position: 0 };
  const meter = mount(<InfoCard group={group} facts={[fact]} />).box.querySelector('meter');
  return meter && [meter.getAttribute('aria-label'), meter.dataset['tone']];
}

describe('a detail of a device that has a share', () => {
  it.each<[Info['group'], number, string | undefined]>([
    ['BATTERY', 10, 'bad'],
    ['BATTERY', 20, 'warn'],
    ['BATTERY', 21, undefined],
    ['STORAGE', 79, undefined],
    ['STORAGE', 80, 'warn'],
    ['STORAGE', 90, 'bad'],
    ['NETWORK', 1, undefined],
    ['NETWORK', 99, undefined],
  ])('of %s at %d percent is marked: %s', (group, percent, tone) => {
    expect(meterOf(group, percent, 100)).toEqual([`Level: ${percent} percent`, tone]);
  });

  it('has a meter only where both numbers are known', () => {
    expect(meterOf('STORAGE', 32, 128)).toEqual(['Level: 25 percent', undefined]);
    expect([meterOf('STORAGE', null, 128), meterOf('STORAGE', 32, null), meterOf('STORAGE', 0, 0)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
