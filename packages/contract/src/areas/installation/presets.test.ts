import { describe, expect, it } from 'vitest';
import { capabilityNames } from '../../core/access/capabilities.ts';
import { consolePaths, type ConsolePath } from '../../shared/console-paths.ts';
import { isPageUsed, isPermissionUsed, kindsOfPage, presetNames } from '../../shared/preset.ts';
import { specTicketCategories, ticketCategories } from '../../shared/ticket.ts';
import { presets, sidebarLinksAtMost } from './presets.ts';

const devicePaths = consolePaths.filter((path) => path.startsWith('/device/'));
const linksOf = (name: (typeof presetNames)[number]): ConsolePath[] =>
  (presets[name].sidebar ?? []).flatMap(({ paths }) => paths);

describe.each(presetNames)('the preset %s', (name) => {
  const { kinds, deviceTabs, ticketCategories: offered, ground, policies, hours } = presets[name];

  it('shows at most 12 links, each once, all pages that exist and that it uses', () => {
    const links = linksOf(name);
    expect(links.length).toBeLessThanOrEqual(sidebarLinksAtMost);
    expect(new Set(links).size).toBe(links.length);
    for (const path of links) {
      expect(consolePaths).toContain(path);
      expect(path).not.toContain('$');
      expect(isPageUsed(path, kinds)).toBe(true);
    }
  });

  it('orders every page of a device, the overview first', () => {
    expect(deviceTabs.toSorted()).toEqual(devicePaths.toSorted());
    expect(deviceTabs[0]).toBe('/device/overview/$deviceId');
  });

  it('names kinds in the order of the notice, and rules only for those that it uses', () => {
    expect(kinds).toEqual(capabilityNames.filter((kind) => kinds.includes(kind)));
    for (const kind of Object.keys(policies)) expect(kinds).toContain(kind);
    for (const { from, to } of hours ?? []) expect(from < to).toBe(true);
  });

  it('offers categories that there are, and a ground that the form of a passcode takes', () => {
    expect(offered.length).toBeGreaterThan(0);
    for (const category of offered) expect(ticketCategories).toContain(category);
    // Only a minor's ground can be parental responsibility.
    expect(ground.legalBasis === 'PARENTAL' && !ground.minor).toBe(false);
  });
});

it('everything has the sidebar of SPEC, the others lead to devices, passcodes and the page of the installation', () => {
  expect(presets.everything.sidebar).toBeNull();
  const shared = ['/', '/device-list', '/otp-list', '/installation'];
  for (const name of ['family', 'school', 'fleet'] as const) {
    expect(linksOf(name)).toEqual(expect.arrayContaining(shared));
  }
});

const unusedBy = (name: (typeof presetNames)[number]) =>
  capabilityNames.filter((kind) => !presets[name].kinds.includes(kind));

describe('the kinds of data that presets use', () => {
  it('are those that each was promised', () => {
    expect(unusedBy('family')).toEqual(['APP_PERMISSIONS', 'CALL_RECORDING']);
    expect(unusedBy('school')).toEqual(['CALL_LOG', 'SMS', 'CAMERA', 'MICROPHONE', 'CALL_RECORDING']);
    expect(unusedBy('fleet')).toEqual(['CONTACTS', 'SMS', 'GALLERY']);
    expect(unusedBy('everything')).toEqual([]);
  });

  it('decide which pages and permissions there are', () => {
    const { kinds } = presets.school;
    expect(isPageUsed('/device/sms_chat/$deviceId', kinds)).toBe(false);
    expect(isPageUsed('/device/call/$deviceId', kinds)).toBe(false);
    expect(isPageUsed('/device/call/$deviceId', presets.family.kinds)).toBe(true);
    expect(isPageUsed('/audit', [])).toBe(true);
    expect(isPermissionUsed('SMS_READ', kinds)).toBe(false);
    expect(isPermissionUsed('CALL_LOG', presets.family.kinds)).toBe(true);
    expect(isPermissionUsed('USERS', [])).toBe(true);
  });

  it('belong to every page of a device but the overview', () => {
    const withKinds = Object.keys(kindsOfPage).filter((path) => path.startsWith('/device/'));
    expect(withKinds.toSorted()).toEqual(devicePaths.filter((path) => !path.includes('overview')).toSorted());
  });

  it('leave SPEC its categories of tickets', () => {
    expect(presets.everything.ticketCategories).toEqual(specTicketCategories);
  });
});
