import { setTimeout as delay } from 'node:timers/promises';
import { capabilities, quoted } from '@fairwatch/contract';
import type { ConsentQuestion, InboxHandlers } from '../../core/client/inbox.ts';
import type { CommandHandlers } from '../../core/commands/command-runner.ts';
import { asksFirst } from '../../core/live/live-requests.ts';
import type { Temper } from '../plan/fleet-faces.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** The probability that a person agrees to share. */
const yesShare: Partial<Record<Temper, number>> = { private: 0.15, steady: 0.85 };
const usualYes = 0.7;
const dismissShare = 0.25;

type Pace = Readonly<Record<'deciding' | 'reading' | 'allowing', readonly [least: number, most: number]>>;

/** How long people take, in seconds. */
const usualPace: Pace = { deciding: [3, 10], reading: [2, 6], allowing: [1, 2] };
/** Delays of zero, for phones that replay past days. */
export const noDelays: Pace = { deciding: [0, 0], reading: [0, 0], allowing: [0, 0] };

/** Decides whether this phone's person agrees to share something. The decision is deterministic. */
export function isAccepted({ temper, random }: Pick<PhonePlan, 'temper' | 'random'>, capability: string): boolean {
  return random(`consent/${capability}`).chance(yesShare[temper] ?? usualYes);
}

/** The handlers by which a phone's person decides consent requests, allows commands and reads notifications, after delays like those of people. */
export function personAnswers(
  plan: Pick<PhonePlan, 'temper' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): Required<InboxHandlers & Pick<CommandHandlers, 'approve'>> {
  const chance = plan.random('answers');
  const waitFor = (moment: keyof Pace, signal?: AbortSignal) =>
    delay(chance.int(...pace[moment]) * 1000, undefined, { ref: false, signal });

  async function decide({
    capability,
    requestedBy,
    reason,
    signal,
    seen,
    accept,
    decline,
  }: ConsentQuestion): Promise<void> {
    const { title } = capabilities[capability];
    log(`${requestedBy} asks to share ${title}${reason === null ? '' : ` (reason: ${quoted(reason)})`}`);
    try {
      seen();
      await waitFor('deciding', signal);
      const accepts = isAccepted(plan, capability);
      await (accepts ? accept() : decline());
      log(accepts ? `agreed to share ${title}` : `declined to share ${title}`);
    } catch (error) {
      if (signal.aborted) log(`${requestedBy} no longer asks to share ${title}`);
      else log(`could not answer: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    onConsentRequest: (question) => void decide(question),
    /** Requests for the location they answer without being asked, so that schedules and maps have something to show. */
    async approve({ commandType, signal, shown, seen }) {
      if (commandType === 'UPDATE_LOCATIONS' || !asksFirst.includes(commandType)) return 'accept';
      shown();
      seen();
      await waitFor('allowing', signal);
      return 'accept';
    },
    async onNotification({ title, sentBy }) {
      log(`notification from ${sentBy}: ${title}`);
      await waitFor('reading');
      const state = chance.chance(dismissShare) ? 'DISMISSED' : 'SEEN';
      log(`${state === 'SEEN' ? 'read' : 'put away'} the notification from ${sentBy}`);
      return state;
    },
  };
}
