import { setTimeout as delay } from 'node:timers/promises';
import { capabilities } from '@fairwatch/contract';
import type { ConsentQuestion, InboxHandlers } from '../core/inbox.ts';
import type { PhonePlan, Temper } from './phone-plan.ts';

/** How many of the things they are asked for people share. */
const yesShare: Partial<Record<Temper, number>> = { private: 0.15, steady: 0.85 };
const usualYes = 0.7;
const dismissShare = 0.25;

type Pace = Readonly<Record<'deciding' | 'reading', readonly [least: number, most: number]>>;

/** How long people take, in seconds. */
const usualPace: Pace = { deciding: [3, 10], reading: [2, 6] };
/** For phones that relive past days, where no time passes. */
export const atOnce: Pace = { deciding: [0, 0], reading: [0, 0] };

/** Whether this phone's person says yes to sharing something; asked again, they say the same. */
export function saysYes({ temper, random }: Pick<PhonePlan, 'temper' | 'random'>, capability: string): boolean {
  return random(`consent/${capability}`).chance(yesShare[temper] ?? usualYes);
}

/** A phone's person answers what their admins ask, and reads what they send, after a while as people do. */
export function personAnswers(
  plan: Pick<PhonePlan, 'temper' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Required<InboxHandlers> {
  const chance = plan.random('answers');
  const passes = (moment: keyof Pace, signal?: AbortSignal) =>
    delay(chance.int(...pace[moment]) * 1000, undefined, { ref: false, signal });

  async function decide({ capability, requestedBy, reason, signal, accept, decline }: ConsentQuestion): Promise<void> {
    const { title } = capabilities[capability];
    log(`${requestedBy} asks to share ${title}${reason === null ? '' : ` (reason: "${reason}")`}`);
    try {
      await passes('deciding', signal);
      const yes = saysYes(plan, capability);
      await (yes ? accept() : decline());
      log(yes ? `agreed to share ${title}` : `declined to share ${title}`);
    } catch (error) {
      if (signal.aborted) log(`${requestedBy} no longer asks to share ${title}`);
      else log(`could not answer: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    onConsentRequest: (question) => void decide(question),
    async onNotification({ title, sentBy }) {
      log(`notification from ${sentBy}: ${title}`);
      await passes('reading');
      const state = chance.chance(dismissShare) ? 'DISMISSED' : 'SEEN';
      log(`${state === 'SEEN' ? 'read' : 'put away'} the notification from ${sentBy}`);
      return state;
    },
  };
}
