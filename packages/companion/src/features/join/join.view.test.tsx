import { capabilities, capabilityNames, describePasscode, enrol, setSimpleTexts, type Meta } from '@fairwatch/contract';
import type { SavedDevice } from '@fairwatch/device/core';
import { act, lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldOf, mount, press, type } from '../../core/components/mount-for-test.tsx';
import { JoinView } from './join.view.tsx';

const description = {
  server: 'watch.example.org',
  admin: 'maria',
  group: 'Class 3b',
  name: 'Anna Berg',
  ground: { purpose: 'FAMILY', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null },
  signature: null,
  askedBy: 'maria',
  asked: [],
  expiresAt: '2026-12-01T10:00:00.000Z',
  hours: null,
  usedKinds: [...capabilityNames],
  keptDays: Object.fromEntries(capabilityNames.map((name) => [name, 30])),
  notice: { version: 1, language: 'en', text: 'You are supervised.\nYou can stop it.', words: capabilities },
};

const server = vi.fn<typeof fetch>();
const onJoined = vi.fn<(saved: SavedDevice) => Promise<void>>();

function answer(data: unknown, message: Meta['message'] = []): Response {
  const meta: Meta = { has_error: message.length > 0, message, pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
}
const refuse = (code: string, client: string) => answer(null, [{ code, text: { client } }]);
const requestsTo = (path: string) =>
  server.mock.calls
    .filter(([url]) => new URL(String(url)).pathname === path)
    .map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>);

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
  server.mockImplementation(async () => answer(description));
  onJoined.mockResolvedValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  setSimpleTexts(false);
  Reflect.deleteProperty(window, 'isSecureContext');
  server.mockReset();
  onJoined.mockReset();
  history.replaceState(null, '', '/');
});

async function shows(box: Element, title: string): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(box.querySelector('h1')?.textContent).toBe(title);
  });
}

/** Opens the link of a passcode, as far as the step with this title. */
async function followLink(until = 'Who asks you to join') {
  history.replaceState(null, '', '/companion/join#abcd-1234');
  const box = mount(<JoinView onJoined={onJoined} />);
  const steps = [
    ['Who asks you to join', 'Read the notice'],
    ['What supervision means', 'I have read it'],
    ['What do you want to share?', 'Share nothing'],
    ['Your name', ''],
  ] as const;
  for (const [title, button] of steps) {
    await shows(box, title);
    if (title === until) break;
    await press(box, button);
  }
  return box;
}

describe('joining', () => {
  it('by a link shows first who asks, and removes the passcode from the URL', async () => {
    const box = await followLink();
    expect(location.hash).toBe('');
    expect(location.pathname).toBe('/companion/join');
    expect(requestsTo(describePasscode.path)).toEqual([{ passcode: 'ABCD1234', language: 'en' }]);
    for (const fact of ['maria', 'Class 3b', 'Anna Berg']) expect(box.textContent).toContain(fact);
    expect(box.textContent).toContain('watch.example.org');
    expect(requestsTo(enrol.path)).toEqual([]);
  });

  it('by a link whose first render is started again', async () => {
    history.replaceState(null, '', '/companion/join#abcd-1234');
    const loaded = Promise.withResolvers<void>();
    const Late = lazy(async () => {
      await loaded.promise;
      return { default: () => null };
    });
    const box = mount(
      <Suspense>
        <JoinView onJoined={onJoined} />
        <Late />
      </Suspense>,
    );
    await act(async () => loaded.resolve());
    await shows(box, 'Who asks you to join');
    expect(requestsTo(describePasscode.path)).toMatchObject([{ passcode: 'ABCD1234' }]);
  });

  it('shows the exact words of the notice', async () => {
    const box = await followLink('What supervision means');
    expect([...box.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'You are supervised.',
      'You can stop it.',
    ]);
  });

  it('speaks simple words to somebody who has a guardian, from the moment that this is known', async () => {
    const ground = { ...description.ground, legalBasis: 'PARENTAL', guardian: 'Ines Berg', reviewOn: '2027-01-31' };
    server.mockImplementation(async () => answer({ ...description, ground }));
    const box = await followLink();
    expect(box.textContent).toContain('Do you know this person?');
    expect(box.textContent).toContain('Why they mayBecause your parent or guardian decided it.');
    await press(box, 'No, stop here');
    await shows(box, 'Join with a passcode');
    server.mockImplementation(async () => answer(description));
    const again = await followLink();
    expect(again.textContent).toContain('Legal basisConsent');
  });

  it('preselects nothing, and says for each capability what is read and how long it is kept', async () => {
    const box = await followLink('What do you want to share?');
    const switches = [...box.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
    expect(switches.length).toBeGreaterThan(0);
    expect(switches.filter(({ checked }) => checked)).toEqual([]);
    for (const { id } of switches) expect(box.querySelector(`label[for="${id}"]`)).not.toBeNull();
    expect(box.textContent).toContain(capabilities.CONTACTS.shares);
    expect(box.textContent).toContain('Kept for 30 days');
    expect(box.textContent).toContain('A browser cannot read text messages.');
  });

  it('shares what was switched on and nothing else', async () => {
    const box = await followLink('What do you want to share?');
    await act(async () => fieldOf(box, capabilities.CONTACTS.title).click());
    await press(box, 'Share 1');
    await shows(box, 'Your name');
    expect(fieldOf(box, 'Name').value).toBe('Anna Berg');
    await type(box, 'Name', 'Ada Lovelace');
    server.mockImplementation(async () => answer({ deviceId: 7, token: 'secret' }));
    await press(box, 'Join');
    await vi.waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
    expect(requestsTo(enrol.path)[0]).toMatchObject({
      passcode: 'ABCD1234',
      person: { displayName: 'Ada Lovelace' },
      consent: { capabilities: ['CONTACTS'], noticeVersion: 1, language: 'en' },
    });
    expect(onJoined.mock.calls[0]?.[0]).toMatchObject({
      deviceId: 7,
      token: 'secret',
      grants: { capabilities: ['CONTACTS'] },
    });
  });

  it('says what is asked for and why, with those kinds first; still nothing is on, and what was asked is kept', async () => {
    const asked = [
      { capability: 'DEVICE_INFO', reason: 'To see when the battery runs out' },
      { capability: 'SMS', reason: 'To read the codes' },
    ];
    server.mockImplementation(async () => answer({ ...description, asked }));
    const box = await followLink();
    expect(box.textContent).toContain('maria asks for 2 of 14 kinds of data. All are off until you switch them on');
    expect(box.textContent).toContain('Device details, because: “To see when the battery runs out”');
    await press(box, 'Read the notice');
    await press(box, 'I have read it');
    await shows(box, 'What do you want to share?');
    const switches = [...box.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
    expect(switches[0]).toBe(fieldOf(box, capabilities.DEVICE_INFO.title));
    expect(switches.filter(({ checked }) => checked)).toEqual([]);
    const about = document.getElementById(switches[0]?.getAttribute('aria-describedby') ?? '');
    expect(about?.textContent).toContain('maria asks for it, because: “To see when the battery runs out”');
    // What this browser cannot share was asked for, too.
    expect(box.textContent).toContain('maria asks for it, because: “To read the codes”');
    await press(box, 'Share nothing');
    await shows(box, 'Your name');
    await type(box, 'Name', 'Ada Lovelace');
    server.mockImplementation(async () => answer({ deviceId: 7, token: 'secret' }));
    await press(box, 'Join');
    await vi.waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
    expect(requestsTo(enrol.path)[0]).toMatchObject({ consent: { capabilities: [] } });
    expect(onJoined.mock.calls[0]?.[0].asked).toEqual({ by: 'maria', kinds: asked });
  });

  it('shows why a passcode is refused, and keeps it in the field for correction', async () => {
    server.mockImplementation(async () => refuse('passcode_invalid', 'This passcode is not valid.'));
    history.replaceState(null, '', '/companion/join#WRONG');
    const box = mount(<JoinView onJoined={onJoined} />);
    await shows(box, 'Join with a passcode');
    expect(box.textContent).toContain('This passcode is not valid.');
    expect(fieldOf(box, 'Passcode').value).toBe('WRONG');
    expect(requestsTo(describePasscode.path)).toHaveLength(1);
  });

  it('says in plain words why a name cannot be taken, and sends nothing', async () => {
    const box = await followLink('Your name');
    await type(box, 'Name', 'Fairwatch');
    await press(box, 'Join');
    await vi.waitFor(() =>
      expect(box.querySelector('[role="alert"]')?.textContent).toBe(
        'This name reads as if Fairwatch itself were meant. Please choose another one.',
      ),
    );
    expect(onJoined).not.toHaveBeenCalled();
  });

  it('keeps the input when the name is taken', async () => {
    const box = await followLink('Your name');
    await type(box, 'Name', 'Ada Lovelace');
    await type(box, 'Email', 'ada@example.org');
    server.mockImplementation(async () => refuse('username_taken', 'This username is taken.'));
    await press(box, 'Join');
    await vi.waitFor(() => expect(box.querySelector('[role="alert"]')?.textContent).toBe('This username is taken.'));
    expect(fieldOf(box, 'Name').value).toBe('Ada Lovelace');
    expect(fieldOf(box, 'Email').value).toBe('ada@example.org');
    expect(onJoined).not.toHaveBeenCalled();
  });

  it('shows an error when the server cannot be reached, and can retry', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'));
    history.replaceState(null, '', '/companion/join#ABCD1234');
    const box = mount(<JoinView onJoined={onJoined} />);
    await shows(box, 'Join with a passcode');
    expect(box.textContent).toContain('The server cannot be reached.');
    server.mockImplementation(async () => answer(description));
    await press(box, 'Continue');
    await shows(box, 'Who asks you to join');
  });

  it('stops without HTTPS', () => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
    const box = mount(<JoinView onJoined={onJoined} />);
    expect(box.querySelector('h1')?.textContent).toBe('This address is not safe to join on');
  });
});
