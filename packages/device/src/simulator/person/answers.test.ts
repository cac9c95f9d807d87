import { capabilityNames, type Capability, type Grants } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import type { ConsentQuestion } from '../../core/client/inbox.ts';
import { noDelays, personAnswers, isAccepted } from './answers.ts';
import { seededRandom } from '../../fake/random.ts';
import { planPhone } from '../plan/phone-plan.ts';

const grants: Grants = { capabilities: [], paused: false, hours: null };

function question(capability: ConsentQuestion['capability']) {
  return {
    requestId: 1,
    capability,
    requestedBy: 'maria',
    reason: null,
    signal: new AbortController().signal,
    seen: vi.fn<ConsentQuestion['seen']>(),
    accept: vi.fn<ConsentQuestion['accept']>(async () => grants),
    decline: vi.fn<ConsentQuestion['decline']>(async () => grants),
  };
}

/** The share of consent requests that the people at a place of the fleet accept, over many seeds. */
function acceptedShare(place: number): number {
  const answers = Array.from({ length: 40 }, (_, seed) => planPhone(`seed-${seed}`, place)).flatMap((plan) =>
    capabilityNames.map((name) => isAccepted(plan, name)),
  );
  return answers.filter(Boolean).length / answers.length;
}

/** What one person says when they are asked in this order. */
function answersTo(names: readonly Capability[]): Map<Capability, boolean> {
  const plan = planPhone('seed', 0);
  return new Map(names.map((name) => [name, isAccepted(plan, name)]));
}

describe('the person of a simulated phone', () => {
  it('says the same to the same question, in whatever order they are asked', () => {
    expect(answersTo(capabilityNames.toReversed())).toEqual(answersTo(capabilityNames));
  });

  it('accepts most requests, unless their temper is private', () => {
    expect(acceptedShare(0)).toBeGreaterThan(0.75);
    expect(acceptedShare(7)).toBeLessThan(0.3);
  });

  it.each([
    [true, [1, 0], 'agreed to share Contacts'],
    [false, [0, 1], 'declined to share Contacts'],
  ])('answers as they decided, and says so: %s', async (yes, calls, said) => {
    const lines: string[] = [];
    const asked = question('CONTACTS');
    const random = (purpose: string) => Object.assign(seededRandom(purpose), { chance: () => yes });
    personAnswers({ temper: 'steady', random }, (line) => lines.push(line), noDelays).onConsentRequest(asked);
    await vi.waitFor(() => expect(lines).toEqual(['maria asks to share Contacts', said]));
    expect([asked.accept, asked.decline].map(({ mock }) => mock.calls.length)).toEqual(calls);
  });

  it.each([
    ['CAPTURE_PHOTO', 1],
    ['UPDATE_LOCATIONS', 0],
    ['UPDATE_CONTACTS', 0],
  ] as const)('allows %s, and looks at the question %i times', async (commandType, times) => {
    const { approve } = personAnswers(planPhone('seed', 0), () => undefined, noDelays);
    const [shown, seen] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const asked = { commandId: 1, requestedBy: 'maria', reason: null, expiresAt: new Date(), params: {} };
    const { signal } = new AbortController();
    expect(await approve({ ...asked, commandType, signal, shown, seen })).toBe('accept');
    expect([shown, seen].map(({ mock }) => mock.calls.length)).toEqual([times, times]);
  });

  it('reads or dismisses notifications', async () => {
    const { onNotification } = personAnswers(planPhone('seed', 0), () => undefined, noDelays);
    const notification = {
      notificationId: 1,
      notificationType: 'INFO',
      title: 'Hello',
      message: '',
      sentBy: 'maria',
    } as const;
    const states = await Promise.all(Array.from({ length: 40 }, () => onNotification(notification)));
    expect(new Set(states)).toEqual(new Set(['SEEN', 'DISMISSED']));
  });
});
