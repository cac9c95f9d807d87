import { expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../../core/device-feature/device-for-test.ts';
import { columns, exportColumns } from './devices.columns.tsx';

const cell = (key: string, change: Parameters<typeof deviceForTest>[0]) => {
  const column = columns.find((each) => each.key === key);
  return mount(<>{column?.cell?.(deviceForTest(change))}</>).box.textContent;
};

it('says under the app what it runs in, where the device told', () => {
  expect(cell('appName', { platform: 'BROWSER', osName: 'Android' })).toBe('FairwatchBrowser on Android');
  expect(cell('appName', { platform: null })).toBe('Fairwatch');
});

it('says which devices are not transparent, also in the file', () => {
  expect(cell('status', { status: 'Reachable', noticeShown: false })).toBe('ReachableNot transparent');
  expect(cell('status', { noticeShown: null })).toBe('Online');
  const column = exportColumns.find(({ key }) => key === 'noticeShown');
  expect([true, false].map((noticeShown) => column?.text?.(deviceForTest({ noticeShown })))).toEqual([
    '',
    'Not transparent',
  ]);
});
