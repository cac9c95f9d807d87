import { describe, expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('the name of a browser', () => {
  it.each([
    [chrome, 'Chrome', 'Linux'],
    [`${chrome} Edg/140.0.0.0`.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64'), 'Edge', 'Windows'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari', 'iOS'],
    ['curl/8.5.0', null, null],
  ])('is read from %s', (userAgent, browser, system) => {
    expect(browserName(userAgent)).toEqual({ browser, system });
  });
});
