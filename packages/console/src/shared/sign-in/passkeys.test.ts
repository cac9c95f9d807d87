import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAuthenticator, passkeyRefusal } from './passkeys.ts';

class FakeCredential {
  static parseCreationOptionsFromJSON = () => ({});
  toJSON = () => ({ id: 'abc' });
}

const at = (hostname: string) => vi.stubGlobal('location', { hostname });
const failWith = (name: string) => () => Promise.reject(new DOMException('', name));
const unsupported = /cannot use passkeys here/;

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  at('fairwatch.example.org');
});
afterEach(() => vi.unstubAllGlobals());

describe('passkeys in the browser', () => {
  it.each(['fairwatch.example.org', 'localhost', 'a1.example'])('can be used at %s', (hostname) => {
    at(hostname);
    expect(passkeyRefusal()).toBeNull();
  });

  it.each(['127.0.0.1', '[::1]', '[fe80::a]'])(
    'cannot be used at an address without a host name: %s',
    async (hostname) => {
      at(hostname);
      expect(passkeyRefusal()).toMatch(unsupported);
      const ask = vi.fn<() => Promise<null>>();
      await expect(runAuthenticator('use', ask)).rejects.toThrow(unsupported);
      expect(ask).not.toHaveBeenCalled();
    },
  );

  it('cannot be used in a browser with no or incomplete support', () => {
    vi.stubGlobal('PublicKeyCredential', () => {});
    expect(passkeyRefusal()).toMatch(unsupported);
  });

  it('return the response of the authenticator', async () => {
    const credential = new FakeCredential() as unknown as Credential;
    expect(await runAuthenticator('make', () => Promise.resolve(credential))).toEqual({ id: 'abc' });
  });

  it.each([
    ['use', 'NotAllowedError', /No passkey was used/],
    ['make', 'NotAllowedError', /No passkey was made/],
    ['make', 'InvalidStateError', /already has a passkey/],
    ['use', 'SecurityError', unsupported],
  ] as const)('say in words what went wrong: %s, %s', async (action, name, text) => {
    await expect(runAuthenticator(action, failWith(name))).rejects.toThrow(text);
  });
});
