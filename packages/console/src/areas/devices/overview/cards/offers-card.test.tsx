import { offersWithout, type Offers, type OutputOf, type pairDeviceInfo } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { mountPages } from '../../../../core/router/mount-pages-for-test.tsx';
import { DeviceCard } from './device-card.tsx';
import { OffersCard } from './offers-card.tsx';
import texts from '../overview.texts.json';

addTexts('overview', texts);

const itemsOf = (box: Element, label: string) =>
  [...box.querySelectorAll(`[aria-label="${label}"] li`)].map(({ textContent }) => textContent);

describe('the offers of a device', () => {
  it('list what its client can do, and its reasons for the rest', () => {
    const some = offersWithout({ SMS: 'A browser cannot read text messages.' });
    const offers: Offers = {
      commands: some.commands.filter((type) => type !== 'CAPTURE_VIDEO'),
      refusals: { ...some.refusals, CAPTURE_VIDEO: 'This browser records no video.' },
    };
    const { box } = mount(<OffersCard offers={offers} />);
    expect(box.textContent).toContain('13 of 14');
    expect(itemsOf(box, 'What its app can share')).toContain('Camera');
    expect(itemsOf(box, 'What its app cannot do')).toEqual([
      'Text messagesA browser cannot read text messages.',
      'CameraThis browser records no video.',
    ]);
  });

  it('include everything when the client reported none', () => {
    const { box } = mount(<OffersCard offers={null} />);
    expect(box.textContent).toContain('Its app can do all that Fairwatch asks for.');
    expect(box.querySelector('li')).toBeNull();
  });
});

it('shows on the card of the device its platform, that a push can reach it, and that it is not transparent', async () => {
  const info: OutputOf<typeof pairDeviceInfo> = {
    deviceUniqueUUID: 'u',
    name: 'Anna’s phone',
    nickname: '',
    appName: 'Fairwatch',
    appVersion: '1.1.0',
    status: 'Reachable',
    platform: 'BROWSER',
    offers: null,
    lastSeenAt: null,
    joinedAt: '2026-11-15T10:00:00.000Z',
    noticeShown: false,
    details: {
      model: 'Pixel',
      osName: 'Android',
      osVersion: '16',
      ipAddress: null,
      batteryPercent: null,
      charging: null,
      network: null,
      wifi: null,
    },
  };
  const Page = () => <DeviceCard deviceId={3} info={info} username="anna" withheld="notShared" />;
  const { box } = await mountPages({ '/': Page }, '/');
  expect(box.textContent).toContain('Browser on Android');
  expect(box.textContent).toContain('Its page is closed; a push can ask its person to open it.');
  expect(box.textContent).toContain('Not transparent');
});
