import {
  alertEvents,
  capabilities,
  capabilityNames,
  featurePermissions,
  kindsOfPage,
  presetNames,
  presets,
  sidebarLinksAtMost,
  type Capability,
  type ConsolePath,
  type PresetName,
} from '@fairwatch/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { enterPage } from './app/enter-page.ts';
import { permittedEvents } from './areas/places/alerts/rule-draft.ts';
import { permittedActions } from './areas/devices/list/selection/permitted-actions.ts';
import { offeredCategories } from './areas/support/tickets/offered-categories.ts';
import { mayOpen } from './core/router/guard.ts';
import { initialSession, sessionStore, type Session } from './core/session/session-store.ts';
import { consolePages } from './registry.tsx';
import { permittedUpdates } from './shared/run-progress/update-titles.ts';
import { accessibleDevicePages, accessiblePages } from './shared/shell/shortcuts/go-keys.ts';
import { arrangePreset } from './shared/shell/sidebar/preset-groups.ts';

/** Signs in the owner of an installation: a super admin with every permission. */
function ownerOf(preset: PresetName, usedKinds: readonly Capability[] = presets[preset].kinds): Session {
  sessionStore.setProfile({
    ...initialSession,
    userId: '1',
    adminRole: 'SUPER_ADMIN',
    featureAccessDTOs: featurePermissions.map((featurePermission, id) => ({
      id,
      featurePermission,
      featureAccess: 'FULL_ACCESS',
    })),
    installation: { preset, usedKinds: [...usedKinds] },
  });
  return sessionStore.get();
}

afterEach(() => sessionStore.logout());

const faces = presetNames.filter((name) => name !== 'everything');
const pathsOf = (pages: readonly { path: ConsolePath }[]) => pages.map(({ path }) => path);
const unusedPages = (preset: PresetName) =>
  (Object.keys(kindsOfPage) as ConsolePath[]).filter(
    (path) => !kindsOfPage[path]?.some((kind) => presets[preset].kinds.includes(kind)),
  );

describe.each(faces)('the sidebar of the preset %s', (preset) => {
  const groupsOf = (isDeviceOpen: boolean) => {
    const session = ownerOf(preset);
    return arrangePreset(
      consolePages.pages.filter((page) => mayOpen(session, page)),
      preset,
      isDeviceOpen,
    );
  };

  it.each([false, true])('shows at most 12 links to its owner, with a device open: %s', (isDeviceOpen) => {
    const shown = groupsOf(isDeviceOpen).flatMap(({ isOpen, items }) => (isOpen ? items : []));
    expect(shown.length).toBeLessThanOrEqual(sidebarLinksAtMost);
    expect(shown.length).toBeGreaterThan(8);
  });

  it('has every page of the specification’s sidebar once, except those about what is not used', () => {
    const all = [...pathsOf(groupsOf(true).flatMap(({ items }) => items))];
    expect(new Set(all).size).toBe(all.length);
    const expected = consolePages.pages.filter(({ nav, path }) => nav !== null && !unusedPages(preset).includes(path));
    expect(all.toSorted()).toEqual(pathsOf(expected).toSorted());
    expect(all).toContain('/installation');
  });

  it('orders the pages of a device as the preset says, also for the keys and the palette', () => {
    const tabs = pathsOf(accessibleDevicePages(consolePages.pages, ownerOf(preset)));
    expect(tabs).toEqual(presets[preset].deviceTabs.filter((path) => !unusedPages(preset).includes(path)));
  });
});

describe('the sidebar of Everything', () => {
  it('keeps the order of the device pages and has all pages', () => {
    const session = ownerOf('everything');
    expect(consolePages.pages.filter((page) => !mayOpen(session, page))).toEqual([]);
    expect(pathsOf(accessibleDevicePages(consolePages.pages, session))).toEqual(presets.everything.deviceTabs);
  });
});

describe.each(faces)('what the preset %s does not use', (preset) => {
  it('has no page in the palette, and its address leads to the page that says so', async () => {
    const session = ownerOf(preset);
    const reachable = [
      ...accessiblePages(consolePages.pages, session),
      ...accessibleDevicePages(consolePages.pages, session),
    ];
    const unused = unusedPages(preset);
    expect(unused.length).toBeGreaterThan(0);
    expect(pathsOf(reachable).filter((path) => unused.includes(path))).toEqual([]);
    const page = consolePages.pages.find(({ path }) => path === unused[0]);
    await expect(enterPage(page ?? { permission: null }, '/somewhere')).rejects.toMatchObject({
      options: { to: '/not-authorized', search: { unused: unused[0] } },
    });
  });

  it('is not updated, and no categories of others are offered', () => {
    const session = ownerOf(preset);
    const titles = JSON.stringify(permittedUpdates(session));
    const gone = capabilityNames.filter((kind) => !presets[preset].kinds.includes(kind));
    const commands = { SMS: 'UPDATE_MESSAGES', CONTACTS: 'UPDATE_CONTACTS', GALLERY: 'UPDATE_GALLERY' } as const;
    for (const [kind, command] of Object.entries(commands)) {
      expect(titles.includes(command), kind).toBe(!gone.includes(kind as Capability));
    }
    expect(offeredCategories()).toEqual(presets[preset].ticketCategories);
    expect(offeredCategories('BILLING')[0]).toBe('BILLING');
  });
});

describe('an installation without locations, apps and details of devices', () => {
  const kinds = capabilityNames.filter((kind) => !['LOCATION', 'APPS', 'DEVICE_INFO'].includes(kind));

  it('offers no alert condition and no action about them', () => {
    const everything = permittedEvents(ownerOf('everything'));
    expect(everything).toEqual([...alertEvents]);
    const session = ownerOf('everything', kinds);
    expect(permittedEvents(session)).toEqual([
      'OFFLINE',
      'SHARING_CHANGED',
      'SHARING_PAUSED',
      'RUN_FAILED',
      'APP_VERSION_BELOW',
    ]);
    expect(permittedActions(session)).not.toContain('locate');
    expect(pathsOf(accessiblePages(consolePages.pages, session))).not.toContain('/map');
  });

  it('keeps every other permission of its admins', () => {
    const { featureAccessDTOs } = ownerOf('everything', kinds);
    const taken = featureAccessDTOs.filter(({ featureAccess }) => featureAccess === 'NO_ACCESS');
    expect(taken.map(({ featurePermission }) => featurePermission).toSorted()).toEqual([
      'APP_LIST',
      'DEVICE_INFO',
      'LOCATION',
    ]);
    expect(Object.keys(capabilities)).toHaveLength(kinds.length + 3);
  });
});
