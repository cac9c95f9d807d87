import { describe, expect, it } from 'vitest';
import { deviations } from '../../../docs/spec/deviations.ts';
import texts from './shared/shell/texts/nav.texts.json';
import { consolePages } from './registry.tsx';

/** The routes of the specification, written out. */
const specPaths = [
  '/',
  '/notification',
  '/users-list',
  '/device-list',
  '/app-download',
  '/my-tickets',
  '/my-ticket/$myTicketId',
  '/subordinates-tickets',
  '/subordinates-ticket/$subordinateTicketId',
  '/my-ticket/add-ticket',
  '/otp-list',
  '/role-management',
  '/role-management/user/settings/$id',
  '/role-management/user/assign/$id',
  '/device/overview/$deviceId',
  '/device/trigger-notifications/$deviceId',
  '/device/event/$deviceId',
  '/device/photo/$deviceId',
  '/device/video/$deviceId',
  '/device/permission/$deviceId',
  '/device/video-recorder/$deviceId',
  '/device/photo-recorder/$deviceId',
  '/device/voice-recorder/$deviceId',
  '/device/contact/$deviceId',
  '/device/location/$deviceId',
  '/device/file-manager/$deviceId',
  '/device/call/$deviceId',
  '/device/sms_chat/$deviceId',
  '/device/info/$deviceId',
  '/device/app-list/$deviceId',
  '/account',
  '/not-authorized',
];

describe('the pages of the console', () => {
  it('are those of the specification, each at its path', () => {
    const paths = new Set<string>(consolePages.pages.map(({ path }) => path));
    expect(specPaths.filter((path) => !paths.has(path))).toEqual([]);
  });

  it('that the specification does not name are declared as a deviation', () => {
    const declared = deviations.find(({ title }) => title === 'Added pages')?.instead ?? '';
    const added = consolePages.pages.filter(({ path }) => !specPaths.includes(path));
    expect(added.length).toBeGreaterThan(0);
    expect(added.map(({ label }) => texts[label]).filter((name) => !declared.includes(name))).toEqual([]);
  });
});
