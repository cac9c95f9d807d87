import { capabilityNames, type ListedDevice } from '@fairwatch/contract';
import { beforeAll, expect, it } from 'vitest';
import { cellText } from '../../../core/components/table/columns.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { listedDeviceForTest } from '../../../shared/device-feature/device/device-for-test.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns, exportColumns } from './devices.columns.tsx';
import texts from './devices.texts.json';

beforeAll(() => addTexts('devices', texts));

const columnOf = (key: string) => columns.find((each) => each.key === key);

const cell = (key: string, change: Partial<ListedDevice>) =>
  mount(<>{columnOf(key)?.cell?.(listedDeviceForTest(change))}</>).box.textContent;

const text = (key: string, change: Partial<ListedDevice>) => {
  const column = columnOf(key);
  return column && cellText(column, listedDeviceForTest(change));
};

it('shows the platform under the app if the device reported it', () => {
  expect(cell('appName', { platform: 'BROWSER', osName: 'Android' })).toBe('FairwatchBrowser on Android');
  expect(cell('appName', { platform: null })).toBe('Fairwatch');
});

it('shows the nickname of a device or the name of its person, and its other names below', () => {
  expect(text('name', {})).toBe("anna · Anna's phone · Pixel 9");
  expect(text('name', { displayName: 'Zoë Müller' })).toBe("Zoë Müller · Anna's phone · Pixel 9");
  expect(text('name', { nickname: 'Depot' })).toBe("Depot · Anna's phone · Pixel 9");
  expect(cell('name', { nickname: 'Depot', model: null, batteryPercent: null })).toBe("DepotAnna's phone");
  expect(cell('name', { model: null, batteryPercent: null })).toBe("annaAnna's phone");
});

it('shows the battery, or a dash when it is not shared', () => {
  expect(text('batteryPercent', {})).toBe('87 %');
  expect(text('batteryPercent', { charging: true })).toBe('87 %, charging');
  expect(cell('batteryPercent', { batteryPercent: null })).toBe('–');
});

it('shows how many of all capabilities are shared', () => {
  expect(text('sharedCount', { sharedCount: 9 })).toBe(`9 of ${capabilityNames.length}`);
});

it('says when a device was never seen', () => {
  expect(cell('lastSeenAt', { lastSeenAt: null })).toBe('Never');
});

it('marks the devices that are not transparent, also in the Excel file', () => {
  expect(cell('status', { status: 'Reachable', noticeShown: false, lastSeenAt: null })).toBe(
    'ReachableNot transparentNever',
  );
  expect(cell('status', { noticeShown: null })).toBe('Online');
  const column = exportColumns.find(({ key }) => key === 'noticeShown');
  expect([true, false].map((noticeShown) => column?.text?.(listedDeviceForTest({ noticeShown })))).toEqual([
    '',
    'Not transparent',
  ]);
});
