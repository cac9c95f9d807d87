import { expect, it } from 'vitest';
import { consoleLink } from './console-paths.ts';

it('a link has the parameters of its path filled in, encoded for an address', () => {
  expect(consoleLink('/audit')).toBe('/audit');
  expect(consoleLink('/device/call/$deviceId', { deviceId: 7 })).toBe('/device/call/7');
  expect(consoleLink('/role-management/user/assign/$id', { id: 'a/b' })).toBe('/role-management/user/assign/a%2Fb');
});
