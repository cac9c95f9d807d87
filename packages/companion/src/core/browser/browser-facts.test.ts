import { describe, expect, it } from 'vitest';
import { browserNameOf, systemOf } from './browser-facts.ts';

const agents = {
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Samsung Internet on Android':
    'Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  'Firefox on Android': 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
  'Safari on iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Chrome on iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
  'Safari on macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
};

describe('what a user agent tells', () => {
  it.each(Object.entries(agents))('%s', (name, agent) => {
    expect(`${browserNameOf(agent)} on ${systemOf(agent, 0).osName}`).toBe(name);
  });

  it('the version of the system, where it is told', () => {
    expect(systemOf(agents['Chrome on Android'], 5)).toEqual({ osName: 'Android', osVersion: '14' });
    expect(systemOf(agents['Safari on iOS'], 5)).toEqual({ osName: 'iOS', osVersion: '17.5.1' });
    expect(systemOf(agents['Firefox on Linux'], 0).osVersion).toBe('unknown');
  });

  it('an iPad that calls itself a Mac is known by its touch screen', () => {
    expect(systemOf(agents['Safari on macOS'], 5).osName).toBe('iPadOS');
  });

  it('a browser that says nothing useful is no reason to fail', () => {
    expect(systemOf('curl/8', 0)).toEqual({ osName: 'unknown', osVersion: 'unknown' });
    expect(browserNameOf('curl/8')).toBe('Browser');
  });
});
