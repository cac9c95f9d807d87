import {
  capabilityNames,
  declineForMinor,
  guardianOffer,
  guardianNoticeHash,
  guardianNoticeText,
  noticeText,
  noticeVersion,
  signForMinor,
  withdrawForMinor,
  type Ground,
  type Meta,
} from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press, type } from '../../core/components/mount-for-test.tsx';
import { GuardianView } from './guardian.view.tsx';

const ground: Ground = {
  purpose: 'SCHOOL',
  purposeText: '',
  legalBasis: 'PARENTAL',
  guardian: 'Ines Berg',
  reviewOn: '2030-06-01',
};
const token = 'x'.repeat(43);
const offer = {
  state: 'WAITING',
  signature: null as { by: string; at: string } | null,
  joined: false,
  server: 'watch.example.org',
  admin: 'maria',
  askedBy: 'otto',
  group: '7a',
  name: 'Anna Berg',
  ground,
  asked: [{ capability: 'LOCATION', reason: 'To find you on the trip' }],
  expiresAt: '2030-01-02T12:00:00.000Z',
  usedKinds: [...capabilityNames],
  notice: {
    version: noticeVersion,
    language: 'en',
    text: guardianNoticeText(ground),
    childText: noticeText(ground),
  },
};

let shown: typeof offer;
let requests: [string, Record<string, unknown>][];

function answer(data: unknown, message: Meta['message'] = []): Response {
  const meta: Meta = { has_error: message.length > 0, message, pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
}
const refuse = (code: string, client: string) => answer(null, [{ code, text: { client } }]);
const sentTo = (path: string) => requests.filter(([called]) => called === path).map(([, body]) => body);

const server = vi.fn<typeof fetch>();
beforeEach(() => {
  shown = offer;
  requests = [];
  server.mockReset();
  server.mockImplementation(async (url, init) => {
    const { pathname } = new URL(String(url));
    requests.push([pathname, JSON.parse(String(init?.body)) as Record<string, unknown>]);
    const at = '2030-01-01T10:00:00.000Z';
    if (pathname === signForMinor.path) {
      shown = { ...offer, state: 'SIGNED', signature: { by: 'Ines Berg', at } };
      return answer({ by: 'Ines Berg', at });
    }
    if (pathname === withdrawForMinor.path) return answer(null);
    if (pathname === declineForMinor.path) {
      shown = { ...offer, state: 'DECLINED' };
      return answer(null);
    }
    return answer(shown);
  });
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', location.pathname);
});

async function open(fragment = token): Promise<HTMLElement> {
  history.replaceState(null, '', `${location.pathname}#${fragment}`);
  const box = mount(<GuardianView />);
  await act(async () => undefined);
  return box;
}
const titleOf = (box: HTMLElement, title: string) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(box.querySelector('h1')?.textContent).toBe(title);
  });

describe('the page of a guardian', () => {
  it('says who asks for whom, what for, and what the child will read, before it asks for a name', async () => {
    const box = await open();
    await titleOf(box, 'Sign for Anna Berg');
    for (const words of [
      'otto',
      'maria',
      '7a',
      'watch.example.org',
      'To find you on the trip',
      'Where this device is.',
    ]) {
      expect(box.textContent).toContain(words);
    }
    expect(box.querySelector('details')?.textContent).toContain('Ines Berg knows about this.');
    expect(sentTo(guardianOffer.path)).toMatchObject([{ token }]);
  });

  it('signs exactly the text that it shows, once name and tick are there', async () => {
    const box = await open();
    await titleOf(box, 'Sign for Anna Berg');
    await press(box, 'Sign');
    expect(box.textContent).toContain('Please write your name in full.');
    expect(box.textContent).toContain('Please tick this if it is true.');
    expect(sentTo(signForMinor.path)).toEqual([]);
    await type(box, 'Your first and last name', 'Ines Berg');
    act(() => box.querySelector<HTMLInputElement>('input[name=agrees]')?.click());
    await press(box, 'Sign');
    await titleOf(box, 'You have signed');
    expect(sentTo(signForMinor.path)).toEqual([
      { token, name: 'Ines Berg', noticeVersion, language: 'en', noticeHash: await guardianNoticeHash(ground) },
    ]);
    expect(box.textContent).toContain('The child can now join');
  });

  it('declines with a word, after it said what that does', async () => {
    const box = await open();
    await titleOf(box, 'Sign for Anna Berg');
    await press(box, 'Decline');
    expect(box.textContent).toContain('Nobody can join with this passcode any more, and otto is told.');
    await type(box, 'Why, if you want to say it', 'Not now');
    await press(box, 'Decline');
    await titleOf(box, 'You have declined');
    expect(sentTo(declineForMinor.path)).toEqual([{ token, reason: 'Not now' }]);
  });

  it.each([false, true])('withdraws what was signed, after it said what that does; joined: %s', async (joined) => {
    shown = { ...offer, joined, state: 'SIGNED', signature: { by: 'Ines Berg', at: '2030-01-01T10:00:00.000Z' } };
    const box = await open();
    await titleOf(box, 'You have signed');
    await press(box, 'Withdraw my consent');
    expect(box.textContent).toContain(
      joined
        ? "The supervision of the child's device ends at once."
        : 'Nobody can join with this passcode any more, and otto is told',
    );
    expect(sentTo(withdrawForMinor.path)).toEqual([]);
    await press(box, 'Back');
    await titleOf(box, 'You have signed');
    await press(box, 'Withdraw my consent');
    await type(box, 'Why, if you want to say it', 'Not now');
    await press(box, 'Withdraw');
    await titleOf(box, 'You have withdrawn');
    expect(sentTo(withdrawForMinor.path)).toEqual([{ token, reason: 'Not now' }]);
    expect(box.textContent).toContain(joined ? 'supervised no more' : 'Nobody can join with this passcode.');
    // The link of a device that has left opens nothing, so it is not asked again.
    expect(sentTo(guardianOffer.path)).toHaveLength(1);
  });

  it('says that it was withdrawn, when the link is opened again', async () => {
    shown = { ...offer, state: 'WITHDRAWN' };
    const box = await open();
    await titleOf(box, 'You have withdrawn');
    expect(box.textContent).toContain('Nobody can join with this passcode. otto was told.');
  });

  it('shows the notice anew when it has changed meanwhile', async () => {
    const box = await open();
    await titleOf(box, 'Sign for Anna Berg');
    await type(box, 'Your first and last name', 'Ines Berg');
    act(() => box.querySelector<HTMLInputElement>('input[name=agrees]')?.click());
    shown = { ...offer, notice: { ...offer.notice, text: 'Another text' } };
    server.mockImplementationOnce(async () => refuse('notice_outdated', 'The notice has changed.'));
    await press(box, 'Sign');
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(box.textContent).toContain('Another text');
    });
    expect(box.textContent).toContain('The notice has changed.');
  });

  it('says why a link opens nothing, and when a part of it is missing', async () => {
    server.mockImplementation(async () => refuse('guardian_link_expired', 'This link has expired.'));
    const box = await open();
    await titleOf(box, 'This link opens nothing');
    expect(box.textContent).toContain('This link has expired.');
    const short = await open('xyz');
    expect(short.textContent).toContain('The address is not complete.');
  });
});
