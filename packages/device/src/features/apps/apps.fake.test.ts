import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { seededRandom } from '../../fake/random.ts';
import type { OutgoingFile } from '../../core/files/upload-file.ts';
import { planPhone } from '../../simulator/plan/phone-plan.ts';
import { testWork } from '../../testing/test-work.ts';
import { fakeApps } from './apps.fake.ts';

const phone = planPhone('apps', 0);

it('has 60 to 140 apps, among them the client itself in the version that the phone reports', async () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const apps = await fakeApps(seededRandom(String(seed)), phone)();
    expect(apps.length).toBeGreaterThanOrEqual(60);
    expect(apps.length).toBeLessThanOrEqual(140);
    const { appName, appVersion } = phone.facts;
    expect(apps).toContainEqual(expect.objectContaining({ name: appName, version: appVersion, system: false }));
  }
});

it('sends a small PNG for each app with an icon, and names it by its hash', async () => {
  const sent = new Map<string, Uint8Array>();
  const apps = await fakeApps(
    seededRandom('icons'),
    phone,
  )(
    testWork({
      upload: async (file) => {
        const { mimeType, bytes } = file as OutgoingFile & { bytes: Uint8Array };
        expect(mimeType).toBe('image/png');
        expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG');
        expect(bytes.length).toBeLessThan(6000);
        const hash = createHash('sha256').update(bytes).digest('hex');
        sent.set(hash, bytes);
        return hash;
      },
    }),
  );
  const own = apps.filter(({ system }) => !system);
  for (const { iconHash } of own) expect(sent.has(iconHash ?? '')).toBe(true);
  expect(new Set(own.map(({ iconHash }) => iconHash)).size).toBe(own.length);
  expect(apps.some(({ iconHash }) => iconHash === null)).toBe(true);
});

it('tells its apps also when no picture can be sent', async () => {
  const apps = await fakeApps(
    seededRandom('none'),
    phone,
  )(testWork({ upload: () => Promise.reject(new Error('No space left.')) }));
  expect(apps.length).toBeGreaterThan(50);
  expect(apps.every(({ iconHash }) => iconHash === null)).toBe(true);
});
