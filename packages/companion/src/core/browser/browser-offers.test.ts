import { refusalOf } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { browserOffers, browserRefusals } from './browser-offers.ts';

/** A browser that can do everything that a browser can, except what is named. */
function browserWithout(...missing: string[]): Window & typeof globalThis {
  const has = (name: string, value: unknown) => (missing.includes(name) ? {} : { [name]: value });
  const navigator = {
    ...has('geolocation', {}),
    ...has('mediaDevices', { getUserMedia: () => undefined }),
    ...has('storage', { getDirectory: () => undefined }),
  };
  return {
    navigator,
    isSecureContext: !missing.includes('https'),
    ...has('MediaRecorder', () => undefined),
  } as never;
}

const never = ['APPS', 'CALL_LOG', 'CALL_RECORDING', 'SMS'];
const refused = (...missing: string[]) => Object.keys(browserRefusals(browserWithout(...missing))).sort();

const refusalOfLiveView = (...missing: string[]) => refusalOf(browserOffers(browserWithout(...missing)), 'LIVE_VIEW');

describe('what a browser cannot do', () => {
  it('no browser reads calls, messages or apps, and each says why', () => {
    expect(refused()).toEqual(never);
    for (const reason of Object.values(browserRefusals(browserWithout()))) expect(reason).toMatch(/^A browser cannot /);
  });

  it('without a recorder there is neither camera nor microphone', () => {
    expect(refused('MediaRecorder')).toEqual([...never, 'CAMERA', 'MICROPHONE'].sort());
    expect(refused('mediaDevices')).toEqual([...never, 'CAMERA', 'MICROPHONE'].sort());
  });

  it('without a position there is no location; files and pictures need no private folder', () => {
    expect(refused('geolocation')).toEqual([...never, 'LOCATION'].sort());
    expect(refused('storage')).toEqual(never);
  });

  it('without HTTPS the reason is HTTPS', () => {
    expect(refused('https')).toEqual([...never, 'CAMERA', 'FILES', 'GALLERY', 'LOCATION', 'MICROPHONE'].sort());
    expect(browserRefusals(browserWithout('https')).CAMERA).toContain('HTTPS');
  });

  it('a live picture needs a camera and HTTPS, and nothing that encodes video', () => {
    expect(refusalOfLiveView()).toBeNull();
    expect(refusalOfLiveView('mediaDevices')).toBe('This browser cannot use a camera.');
    expect(refusalOfLiveView('https')).toContain('HTTPS');
  });
});
