import { expect, it } from 'vitest';
import { addressProblem } from './companion-address.ts';

it.each([
  ['http://localhost:8080', 'local'],
  ['https://localhost:8443', 'local'],
  ['http://fairwatch.localhost', 'local'],
  ['http://127.0.0.1:8080/companion', 'local'],
  ['http://[::1]:8080', 'local'],
  ['http://192.168.1.20:8080', 'insecure'],
  ['http://127.0.0.1.example.org', 'insecure'],
  ['https://192.168.1.20:8443', null],
  ['https://fairwatch.example.org', null],
])('knows what is wrong with %s for a phone: %s', (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});
