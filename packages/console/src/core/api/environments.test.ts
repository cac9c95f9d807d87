import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as environments from './environments.ts';
import { apiBaseUrl, baseUrlOf, environment, environmentOf, socketBaseUrl } from './environments.ts';

let loads = 0;

/** Loads environments.ts again: another address is another module, so that the next file of this worker does not call these servers. */
async function load() {
  loads += 1;
  return (await import(/* @vite-ignore */ `./environments.ts?load=${loads}`)) as typeof environments;
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('environments', () => {
  it('[SPEC 1.13, 9.22] the environment is local, developer or demo; default developer', () => {
    expect(['local', 'developer', 'demo'].map(environmentOf)).toEqual(['local', 'developer', 'demo']);
    expect(environmentOf(undefined)).toBe('developer');
    expect(environmentOf('toString')).toBe('developer');
    expect(environment).toBe('developer');
  });

  it('[SPEC 7.1] each environment has its base URL', () => {
    vi.stubEnv('VITE_API_URL_LOCAL', 'http://127.0.0.1:8080/');
    vi.stubEnv('VITE_API_URL_DEMO', 'https://demo.example.org');
    expect(baseUrlOf('local')).toBe('http://127.0.0.1:8080');
    expect(baseUrlOf('demo')).toBe('https://demo.example.org');
    expect(baseUrlOf('developer')).toBe('');
  });

  it.each([
    ['local', 'http://127.0.0.1:8080'],
    ['developer', 'https://developer.example.org'],
    ['demo', 'https://demo.example.org'],
    ['', 'https://developer.example.org'],
  ])('[SPEC 1.13, 7.1] VITE_ENVIRONMENT=%s picks the environment, and calls go to its server', async (name, url) => {
    vi.stubEnv('VITE_ENVIRONMENT', name);
    vi.stubEnv('VITE_API_URL_LOCAL', 'http://127.0.0.1:8080/');
    vi.stubEnv('VITE_API_URL_DEVELOPER', 'https://developer.example.org/');
    vi.stubEnv('VITE_API_URL_DEMO', 'https://demo.example.org/');
    const built = await load();
    expect(built.environment).toBe(name === '' ? 'developer' : name);
    expect(built.apiBaseUrl).toBe(url);
    expect(built.socketBaseUrl()).toBe(url.replace(/^http/, 'ws'));
  });

  it('[SPEC 7.1] a page may name its server, so that one build serves any host', async () => {
    const meta = Object.assign(document.createElement('meta'), {
      name: 'api-url',
      content: 'https://api.example.org/',
    });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    const page = await load();
    expect([page.apiBaseUrl, page.socketBaseUrl()]).toEqual(['https://api.example.org', 'wss://api.example.org']);
  });

  it('[SPEC 7.1] the serving host answers unless another is set', () => {
    expect(apiBaseUrl).toBe('');
    vi.stubGlobal('location', { origin: 'https://watch.example.org:8443' });
    expect(socketBaseUrl()).toBe('wss://watch.example.org:8443');
  });
});
