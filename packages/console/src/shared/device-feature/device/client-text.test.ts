import { expect, it } from 'vitest';
import { clientText } from './client-text.ts';

it('names the client of a device, and its system where that is known', () => {
  expect(clientText({ platform: 'BROWSER', osName: 'Android' })).toBe('Browser on Android');
  expect(clientText({ platform: 'BROWSER', osName: null })).toBe('Browser');
  expect(clientText({ platform: null, osName: 'Android' })).toBe('');
});
