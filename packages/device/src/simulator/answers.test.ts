import { capabilityNames, type Grants } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import type { ConsentQuestion } from '../core/inbox.ts';
import { atOnce, personAnswers, saysYes } from './answers.ts';
import { planPhone } from './phone-plan.ts';

const grants: Grants = { capabilities: [], paused: false, hours: null };

function question(capability: ConsentQuestion['capability']) {
  return {
    requestId: 1,
    capability,
    requestedBy: 'maria',
    reason: null,
    signal: new AbortController().signal,
    accept: vi.fn<ConsentQuestion['accept']>(async () => grants),
    decline: vi.fn<ConsentQuestion['decline']>(async () => grants),
  };
}

/** How often the people at a place of the fleet say yes. */
function shareOfYes(place: number): number {
  const answers = Array.from({ length: 40 }, (_, seed) => planPhone(`seed-${seed}`, place)).flatMap((plan) =>
    capabilityNames.map((name) => saysYes(plan, name)),
  );
  return answers.filter(Boolean).length / answers.length;
}

describe('the person of a simulated phone', () => {
  it('says the same to the same question, however often it is asked', () => {
    const plan = planPhone('seed', 0);
    for (const name of capabilityNames) expect(saysYes(plan, name)).toBe(saysYes(plan, name));
  });

  it('says yes to most things, unless they keep to themselves', () => {
    expect(shareOfYes(0)).toBeGreaterThan(0.75);
    expect(shareOfYes(7)).toBeLessThan(0.3);
  });

  it('answers as they decided, and says so', async () => {
    const plan = planPhone('seed', 0);
    for (const name of capabilityNames) {
      const lines: string[] = [];
      const asked = question(name);
      personAnswers(plan, (line) => lines.push(line), atOnce).onConsentRequest(asked);
      await vi.waitFor(() => expect(lines).toHaveLength(2));
      expect(asked.accept.mock.calls).toHaveLength(saysYes(plan, name) ? 1 : 0);
      expect(asked.decline.mock.calls).toHaveLength(saysYes(plan, name) ? 0 : 1);
    }
  });

  it('reads what they are sent, or puts it away', async () => {
    const { onNotification } = personAnswers(planPhone('seed', 0), () => undefined, atOnce);
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
