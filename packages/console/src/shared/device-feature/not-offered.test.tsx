import {
  contacts,
  deviceSummary,
  errorText,
  messages,
  nonFinalCommands,
  type DeviceFeature,
} from '@fairwatch/contract';
import { IconAddressBook } from '@tabler/icons-react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransparencyBanner } from '../shell/device/transparency-banner.tsx';
import { mountPages } from '../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import { pageActions } from '../../core/shortcuts/page-actions.ts';
import { browserOffers, deviceForTest } from './device/device-for-test.ts';
import { DeviceFeaturePage } from './device-feature-page.tsx';
import { useDeviceFeature } from './use-device-feature.ts';

let device = deviceForTest();
const requestedUrls: string[] = [];

beforeEach(() => {
  requestedUrls.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    const data = url.endsWith(deviceSummary.path) ? device : [];
    const pagination = { page: 1, pageSize: 20, totalItems: 0, totalPages: 1 };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [], pagination } });
  });
  const entries = (['CONTACTS', 'SMS_READ'] as const).map((featurePermission, id) => ({
    id,
    featurePermission,
    featureAccess: 'FULL_ACCESS' as const,
  }));
  act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: entries }));
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

async function draw(feature: DeviceFeature) {
  const Page = () => (
    <>
      <TransparencyBanner />
      <DeviceFeaturePage list={useDeviceFeature(feature)} columns={[]} icon={IconAddressBook} />
    </>
  );
  const { box } = await mountPages({ '/device/contact/$deviceId': Page }, '/device/contact/3');
  const button = () => [...box.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Update'));
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(requestedUrls.some((url) => url.endsWith(nonFinalCommands.path))).toBe(true);
    expect(button()).toBeDefined();
  });
  const paragraphs = () => [...box.querySelectorAll('p')].map(({ textContent }) => textContent);
  return { box, paragraphs, button };
}

const reasonOf = (button: Element | undefined) =>
  document.getElementById(button?.getAttribute('aria-describedby') ?? '')?.textContent;

describe('a command that the client of a device cannot carry out', () => {
  it('disables Update with the reason of the client: as text, as its description and in the palette', async () => {
    device = deviceForTest({ offers: browserOffers });
    const { button, paragraphs } = await draw(messages);
    const words = 'A browser cannot read text messages.';
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(button()?.getAttribute('aria-disabled')).toBe('true');
    });
    expect(reasonOf(button())).toBe(words);
    expect(paragraphs()).toContain(words);
    expect(pageActions.get().find(({ id }) => id === 'update')?.reason).toBe(words);
    await act(async () => button()?.click());
    expect(requestedUrls.filter((url) => url.endsWith(messages.update.path))).toEqual([]);
  });

  it('does not disable other commands', async () => {
    device = deviceForTest({ offers: browserOffers });
    const { box, button } = await draw(contacts);
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(box.textContent).toContain('anna');
    });
    expect(button()?.getAttribute('aria-disabled')).toBe('false');
    expect(box.textContent).not.toContain('cannot');
  });

  it('is every command while the notice is not shown, and a banner says so', async () => {
    device = deviceForTest({ noticeShown: false });
    const { box, button } = await draw(contacts);
    const words = errorText('notice_not_shown');
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(reasonOf(button())).toBe(words);
    });
    expect([...box.querySelectorAll('output')].map(({ textContent }) => textContent)).toContain(
      `Not transparent: ${words}`,
    );
  });
});
