import { deviceFacts, version } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { testTermux } from '../parse/termux-for-test.ts';
import { readFacts } from './facts.ts';
import { readTimeZone } from './time-zone.ts';

const pixel = '[ro.build.version.release]: [15]\n[ro.product.manufacturer]: [google]\n[ro.product.model]: [Pixel 8]\n';

describe('the facts of a phone', () => {
  it('name model and system', async () => {
    expect(await readFacts(testTermux({ getprop: pixel }))).toEqual({
      name: 'Google Pixel 8',
      model: 'Google Pixel 8',
      osName: 'Android',
      osVersion: '15',
      appName: 'Fairwatch for Termux',
      appVersion: version,
    });
  });

  it('use the name of the phone where there is one, and the manufacturer once', async () => {
    const getprop = `[ro.product.manufacturer]: [OnePlus]\n[ro.product.model]: [ONEPLUS A6013]\n[persist.sys.device_name]: [Ada's]\n`;
    expect(await readFacts(testTermux({ getprop }))).toMatchObject({ name: "Ada's", model: 'ONEPLUS A6013' });
  });

  it('are valid although nothing can be read, or too much', async () => {
    const huge = `[ro.product.model]: [${'x'.repeat(3000)}]\n`;
    for (const termux of [testTermux({}), testTermux({ getprop: 'rubbish' }), testTermux({ getprop: huge })]) {
      expect(deviceFacts.safeParse(await readFacts(termux)).success).toBe(true);
    }
    expect(await readFacts(testTermux({}))).toMatchObject({
      name: 'Android phone',
      model: 'unknown',
      osVersion: 'unknown',
    });
  });
});

describe('the time zone of a phone', () => {
  it('is asked each time', async () => {
    const zones = ['Europe/Berlin\n', 'Asia/Tokyo\n'];
    const termux = testTermux({ getprop: () => zones.shift() ?? '' });
    expect(await readTimeZone(termux)).toBe('Europe/Berlin');
    expect(await readTimeZone(termux)).toBe('Asia/Tokyo');
    expect(termux.calls[0]).toEqual(['getprop', 'persist.sys.timezone']);
  });

  it('is that of the process where the phone does not tell', async () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(await readTimeZone(testTermux({ getprop: '\n' }))).toBe(own);
    expect(await readTimeZone(testTermux({}))).toBe(own);
  });
});
