import { createZone, findAddress, mapFacts, presets, zoneList, type UserProfile, type Zone } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { newZoneHash } from './shared/zone-layers/new-zone.ts';
import { findButton, pressWhenShown, useFakeServer, waitForText } from './open-page-for-test.tsx';

const server = useFakeServer();

const zone: Zone = {
  id: 4,
  name: 'School',
  colour: 'green',
  area: { shape: 'CIRCLE', latitude: 52, longitude: 5, radius: 1500 },
  target: { for: 'GROUP', groupId: 3 },
  targetName: 'Buses',
  devices: 12,
  owner: 'ada',
  createdAt: '2026-11-17T08:00:00Z',
  rules: 0,
  mine: true,
};

function fill(page: Element, name: string, text: string): void {
  const field = page.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (field === null) throw new Error(`There is no field ${name}.`);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const sent = (path: string) => server.calls.filter(([called]) => called === path).map(([, input]) => input);

describe('the page of zones', () => {
  it('lists each with its devices, its shape and whose it is, without a map too', async () => {
    server.answer(zoneList, [zone]);
    const page = server.open('/zones');
    await waitForText(page, 'Group Buses · 12 devices');
    expect(page.textContent).toContain('Circle, 1.5 km · by ada');
    // No browser of these tests has WebGL.
    await waitForText(page, 'The list has every zone, and its form takes coordinates.');
  });

  it('sends a circle that was typed', async () => {
    server.answer(mapFacts, { geocoder: false });
    server.answer(createZone, zone);
    const page = server.open('/zones');
    await pressWhenShown(page, 'Circle');
    await waitForText(page, 'New circle');
    expect(page.querySelector('[name=address]')).toBeNull();
    await pressWhenShown(page, 'Create');
    await waitForText(page, 'Please place the zone on the map, or type its coordinates.');
    fill(page, 'latitude', '52,5');
    fill(page, 'longitude', '5.1');
    fill(page, 'radius', '3');
    await waitForText(page, 'A number from 20 to 200,000.');
    await pressWhenShown(page, 'Create');
    await waitForText(page, 'Nothing is saved while a coordinate is wrong.');
    fill(page, 'radius', '300');
    fill(page, 'name', ' Depot ');
    await pressWhenShown(page, 'Create');
    await vi.waitFor(() =>
      expect(sent('zone/create')).toEqual([
        {
          name: 'Depot',
          colour: 'blue',
          area: { shape: 'CIRCLE', latitude: 52.5, longitude: 5.1, radius: 300 },
          target: { for: 'ALL' },
        },
      ]),
    );
    await vi.waitFor(() => expect(page.textContent).not.toContain('New circle'));
  });

  it('saves nothing when a coordinate that was right is typed wrong', async () => {
    server.answer(zoneList, [zone]);
    const page = server.open('/zones');
    await waitForText(page, 'Circle, 1.5 km');
    page.querySelector<HTMLButtonElement>('[aria-label="Change School"]')?.click();
    await vi.waitFor(() => expect(page.querySelector('[name=latitude]')).toHaveProperty('value', '52'));
    fill(page, 'latitude', '999');
    await waitForText(page, 'A number from -90 to 90.');
    await pressWhenShown(page, 'Save');
    await waitForText(page, 'Nothing is saved while a coordinate is wrong.');
    expect(sent('zone/update')).toEqual([]);
  });

  it('opens the form of a zone that a stop asks for, once, with its place, its name and its device', async () => {
    server.answer(createZone, zone);
    const at = { latitude: 52.1, longitude: 5.2 };
    const hash = newZoneHash({ name: 'Home', at, device: { id: 3, name: 'Anna’s phone' } });
    const page = server.open(`/zones#${hash}`);
    await waitForText(page, 'New circle');
    await vi.waitFor(() => expect(location.hash).toBe(''));
    expect(page.textContent).toContain('Anna’s phone');
    await pressWhenShown(page, 'Create');
    await vi.waitFor(() =>
      expect(sent('zone/create')).toEqual([
        {
          name: 'Home',
          colour: 'blue',
          area: { shape: 'CIRCLE', ...at, radius: 200 },
          target: { for: 'DEVICE', deviceId: 3 },
        },
      ]),
    );
    await vi.waitFor(() => expect(page.textContent).not.toContain('New circle'));
  });

  it('opens no form for an admin who may only look', async () => {
    server.answer(zoneList, [zone]);
    const readOnly = [{ id: 0, featurePermission: 'LOCATION' as const, featureAccess: 'READ_ONLY' as const }];
    const page = server.open(`/zones#${newZoneHash({ name: 'Home' })}`, [], { featureAccessDTOs: readOnly });
    await waitForText(page, 'Circle, 1.5 km');
    expect(page.textContent).not.toContain('New circle');
  });

  it('places a circle at an address that was found', async () => {
    server.answer(mapFacts, { geocoder: true });
    server.answer(findAddress, [{ label: 'Domplein, Utrecht', latitude: 52.0907, longitude: 5.1214 }]);
    const page = server.open('/zones');
    await pressWhenShown(page, 'Circle');
    await vi.waitFor(() => expect(page.querySelector('[name=address]')).not.toBeNull());
    fill(page, 'address', 'Domplein');
    await pressWhenShown(page, 'Find');
    await pressWhenShown(page, 'Domplein, Utrecht');
    await vi.waitFor(() => expect(page.querySelector('[name=latitude]')).toHaveProperty('value', '52.0907'));
  });

  it('opens the form that a preset proposes, makes nothing before it is saved, and proposes the alert then', async () => {
    const family: Partial<UserProfile> = {
      adminRole: 'SUPER_ADMIN',
      installation: { preset: 'family', usedKinds: [...presets.family.kinds] },
    };
    server.answer(mapFacts, { geocoder: false });
    server.answer(createZone, { ...zone, id: 7, name: 'Home' });
    const page = server.open('/zones?first=HOME', undefined, family);
    await waitForText(page, 'New circle');
    await vi.waitFor(() => expect(location.search).toBe(''));
    expect(page.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Home');
    expect(page.querySelector<HTMLInputElement>('[name=radius]')?.value).toBe('150');
    expect(sent('zone/create')).toEqual([]);
    fill(page, 'latitude', '52.5');
    fill(page, 'longitude', '5.1');
    await pressWhenShown(page, 'Create');
    await waitForText(page, 'Home is on the map.');
    expect(sent('zone/create')).toMatchObject([{ name: 'Home', area: { shape: 'CIRCLE', radius: 150 } }]);
    expect(findButton(page, 'Set an alert')?.getAttribute('href')).toBe(
      '/alerts?tab=rules&first=ENTERS_ZONE&zone=7&zoneName=Home',
    );
    await pressWhenShown(page, 'Not now');
    await vi.waitFor(() => expect(page.textContent).not.toContain('Home is on the map.'));
    // The next zone is nobody's proposal.
    await pressWhenShown(page, 'Circle');
    await waitForText(page, 'New circle');
    expect(page.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('');
  });

  it('searches an address only where a geocoder is configured', async () => {
    server.answer(mapFacts, { geocoder: true });
    server.answer(findAddress, [{ label: 'Domplein, Utrecht', latitude: 52.0907, longitude: 5.1214 }]);
    const page = server.open('/zones');
    await pressWhenShown(page, 'Polygon');
    await vi.waitFor(() => expect(page.querySelector('[name=address]')).not.toBeNull());
    fill(page, 'address', 'Domplein');
    await pressWhenShown(page, 'Find');
    await waitForText(page, 'Domplein, Utrecht');
    expect(sent('zone/find-address')).toEqual([{ text: 'Domplein' }]);
    // A found address is a button that moves the map; it sends nothing.
    findButton(page, 'Domplein, Utrecht')?.click();
    expect(sent('zone/create')).toEqual([]);
  });
});
