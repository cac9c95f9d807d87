import { expect, it } from 'vitest';
import { isSafeAddress, readInvitation, readServerAddress } from './invitation.ts';

it('is a link, or a passcode in any case with dashes and spaces', () => {
  expect(readInvitation(' https://watch.example.org/companion/join#ABCD-1234 ')).toEqual({
    serverUrl: 'https://watch.example.org',
    passcode: 'ABCD1234',
  });
  expect(readInvitation('abcd 1234')).toEqual({ serverUrl: null, passcode: 'ABCD1234' });
  expect(readInvitation('https://')).toEqual({ serverUrl: null, passcode: '' });
});

it('names a server with or without https', () => {
  expect(readServerAddress('watch.example.org')).toBe('https://watch.example.org');
  expect(readServerAddress('http://10.0.0.1:8080/companion/')).toBe('http://10.0.0.1:8080');
  for (const wrong of ['', 'file:///etc/passwd', 'https://user:password@example.org', 'two words']) {
    expect(readServerAddress(wrong)).toBeNull();
  }
});

it('is safe when it is encrypted or stays on the phone', () => {
  expect(['https://a.example', 'http://127.0.0.1:1', 'http://[::1]:1', 'http://a.example'].map(isSafeAddress)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
