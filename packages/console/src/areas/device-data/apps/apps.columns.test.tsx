import { unknownInstallTime, type apps, type OutputOf } from '@fairwatch/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { cellContent } from '../../../core/components/table/columns.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { AppName } from './apps.columns.tsx';
import { columnsOf } from './apps.columns.tsx';
import texts from './apps.texts.json';

addTexts('apps', texts);
afterEach(() => void vi.unstubAllGlobals());

it('says of which kind an app is only where all kinds are listed', () => {
  const kind = columnsOf(3, true).find(({ key }) => key === 'system');
  const app = { system: true } as OutputOf<typeof apps.list>[number];
  expect([kind?.text?.(app), kind?.text?.({ ...app, system: false })]).toEqual(['System app', 'User app']);
  expect(columnsOf(3, false).map(({ key }) => key)).not.toContain('system');
});

it('shows the first letter of an app without an icon, and asks the server for no picture of it', () => {
  const server = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', server);
  const { box } = mount(<AppName name="signal" iconHash={null} deviceId={3} />);
  expect(box.querySelector('[aria-hidden]')?.textContent).toBe('S');
  expect(box.querySelector('img')).toBeNull();
  expect(server).not.toHaveBeenCalled();
});

it('shows a dash for the size and the date of an app of which the device knows neither, and leaves both cells of the sheet empty', () => {
  const app = { size: 0, installedAt: unknownInstallTime } as OutputOf<typeof apps.list>[number];
  for (const key of ['size', 'installedAt']) {
    const column = columnsOf(3, false).find((each) => each.key === key);
    if (!column) throw new Error(`There is no column ${key}.`);
    expect([cellContent(column, app), column.sheetValue?.(app)]).toEqual(['–', null]);
  }
});
