import { expect, it } from 'vitest';
import { newZoneHash, readNewZone } from './new-zone.ts';

it('a link fills in what it names, and what is not valid is left out', () => {
  const home = {
    name: 'Home & garden',
    at: { latitude: 52.1, longitude: -5.2 },
    radius: 150,
    device: { id: 3, name: 'Anna’s phone' },
  };
  expect(readNewZone(newZoneHash(home))).toEqual(home);
  expect(readNewZone(newZoneHash({ name: 'School' }))).toEqual({ name: 'School', at: null, device: null });
  expect(readNewZone('new=CIRCLE&at=999,5&radius=1&device=x')).toEqual({ name: '', at: null, device: null });
  expect(readNewZone('')).toBeNull();
});
