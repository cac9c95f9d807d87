import {
  deviceList,
  featurePermissions,
  loadPreset,
  previewPreset,
  presets,
  profile,
  sidebarLinksAtMost,
  updatePreset,
  type PresetChanges,
  type PresetName,
  type UserProfile,
} from '@fairwatch/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialSession } from './core/session/session-store.ts';
import { findButton, pressWhenShown, useFakeServer, waitForText } from './open-page-for-test.tsx';
import { listedDeviceForTest } from './shared/device-feature/device/device-for-test.ts';
import { loadWords } from './shared/plain-words/load-words.ts';

const server = useFakeServer();

afterEach(async () => {
  localStorage.clear();
  await loadWords('everything');
});

/** The profile of the owner of an installation. */
const ownerOf = (preset: PresetName | null): Partial<UserProfile> => ({
  adminRole: 'SUPER_ADMIN',
  installation: { preset, usedKinds: [...presets[preset ?? 'everything'].kinds] },
});

const everyPermission = featurePermissions.map((featurePermission, id) => ({
  id,
  featurePermission,
  featureAccess: 'FULL_ACCESS',
}));

const links = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>('nav[aria-label="Pages"] ul a')].map(({ textContent }) => textContent);

describe('the first sign-in of an empty installation', () => {
  it('asks who it is for, and goes on with the face that was chosen', async () => {
    const page = server.open('/', undefined, ownerOf(null));
    await waitForText(page, 'Who is this for?');
    expect(page.querySelector('nav')).toBeNull();
    expect(page.textContent).toContain('Leaves outapp permissions and call recording');
    server.answer(updatePreset, { ...ownerOf('family').installation, changedBy: 'ada', changedAt: null });
    server.answer(profile, { ...initialSession, ...ownerOf('family'), featureAccessDTOs: everyPermission });
    await pressWhenShown(page, 'Choose Family');
    await vi.waitFor(() => expect(links(page)).toContain('Passcodes'));
    expect(links(page)).not.toContain('OTP List');
    const [, sent] = server.calls.find(([path]) => path.endsWith('preset/update')) ?? [];
    expect(sent).toMatchObject({ preset: 'family', usedKinds: presets.family.kinds, withRules: true });
  });

  it('asks no other admin', async () => {
    const page = server.open('/groups', undefined, { ...ownerOf(null), adminRole: 'ADMIN' });
    await waitForText(page, 'Groups');
    expect(page.textContent).not.toContain('Who is this for?');
    expect(links(page)).toContain('OTP List');
  });
});

describe('the sidebar of a preset', () => {
  it('shows at most 12 links on a device, and the others under More, which the browser remembers', async () => {
    const page = server.open('/device/location/3', undefined, ownerOf('family'));
    await vi.waitFor(() => expect(links(page).length).toBeGreaterThan(0));
    expect(links(page).length).toBeLessThanOrEqual(sidebarLinksAtMost);
    expect(links(page)).not.toContain('Jobs');
    const more = findButton(page, 'More');
    expect(more?.getAttribute('aria-expanded')).toBe('false');
    more?.click();
    await vi.waitFor(() => expect(links(page)).toContain('Jobs'));
    expect(JSON.parse(localStorage.getItem('sidebar-groups') ?? '{}')).toEqual({ 'device.more': true });
  });

  it('shows that the current page is in a folded group', async () => {
    const page = server.open('/runs', undefined, ownerOf('family'));
    await vi.waitFor(() => expect(findButton(page, 'More')?.dataset['current']).toBe('true'));
    expect(page.querySelector('h1')?.textContent).toBe('Jobs');
  });
});

describe('the list of devices', () => {
  it.each([
    ['family', false],
    ['everything', true],
  ] as const)('in the preset %s shows the UUID at first: %s', async (preset, isShown) => {
    server.answer(deviceList, [listedDeviceForTest()]);
    const page = server.open('/device-list', undefined, ownerOf(preset));
    const headings = () => [...page.querySelectorAll('th')].map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(headings().join()).toContain('Username'));
    expect(headings().join().includes('Device UUID')).toBe(isShown);
  });
});

describe('the address of a page that is not used', () => {
  it('says so in words', async () => {
    const page = server.open('/device/sms_chat/3', undefined, ownerOf('school'));
    await waitForText(page, 'This installation does not use this kind of data: Text messages.');
    expect(location.pathname).toBe('/not-authorized');
    expect(server.calls.filter(([path]) => path.startsWith('sms/'))).toEqual([]);
  });
});

const noChanges: PresetChanges = { takenAway: [], givenBack: [], retention: [], policies: [], hours: null };

/** Opens the page as the owner of an installation with this preset. */
async function openInstallation(preset: PresetName): Promise<HTMLElement> {
  const { installation } = ownerOf(preset);
  server.answer(loadPreset, { ...installation, changedBy: 'ada', changedAt: new Date().toISOString() });
  server.answer(previewPreset, noChanges);
  const page = server.open('/installation', undefined, ownerOf(preset));
  await waitForText(page, 'What this installation uses');
  return page;
}

describe('the page Installation', () => {
  it('shows what would be deleted before a kind is taken away, and asks to confirm it', async () => {
    const page = await openInstallation('family');
    server.answer(previewPreset, {
      ...noChanges,
      takenAway: [{ capability: 'SMS', sharedBy: 2, devices: 3, rows: 1200 }],
    });
    page.querySelectorAll<HTMLInputElement>('input[role=switch]')[2]?.click();
    await pressWhenShown(page, 'Review the change');
    await waitForText(
      page,
      'Text messages: 2 devices share it; 1,200 entries collected from 3 devices will be deleted',
    );
    expect(findButton(page, 'Delete and save')).toBeUndefined();
    page.querySelector<HTMLInputElement>('input[name=understood]')?.click();
    server.answer(updatePreset, { ...ownerOf('family').installation, changedBy: 'ada', changedAt: null });
    await pressWhenShown(page, 'Delete and save');
    await vi.waitFor(() => expect(server.calls.some(([path]) => path.endsWith('preset/update'))).toBe(true));
    const [, sent] = server.calls.find(([path]) => path.endsWith('preset/update')) ?? [];
    expect(sent).toMatchObject({ preset: 'family', withRules: false });
    expect((sent as { usedKinds: string[] }).usedKinds).not.toContain('SMS');
  });

  it('proposes, with a link to each page, and makes nothing by itself', async () => {
    const page = await openInstallation('family');
    await waitForText(page, 'What Family proposes');
    const targets = [
      'Make a passcode',
      'Set days',
      'Set days and hours',
      'Set reasons',
      'Draw a place',
      'Set an alert',
    ];
    expect(targets.map((text) => findButton(page, text)?.getAttribute('href'))).toEqual([
      '/otp-list',
      '/retention',
      '/retention',
      '/reasons',
      '/zones?first=HOME',
      '/alerts?tab=rules&first=ENTERS_ZONE',
    ]);
    expect(page.querySelector('a[href="/zones?first=SCHOOL"]')).not.toBeNull();
    expect(server.calls.filter(([path]) => path.endsWith('preset/update'))).toEqual([]);
  });

  it('proposes nothing in Everything', async () => {
    const page = await openInstallation('everything');
    expect(page.textContent).not.toContain('proposes');
  });
});
