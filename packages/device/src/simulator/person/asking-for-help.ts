import { setTimeout as delay } from 'node:timers/promises';
import { isOngoing, type PersonTicket, type TicketMessage } from '@fairwatch/contract';
import type { DeviceClient } from '../../core/client/device-client.ts';
import type { Random } from '../../fake/random.ts';
import type { TicketHandlers } from '../../core/tickets/tickets.ts';
import { fakeAttachment, fakeProblems } from '../../features/tickets/tickets.fake.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** How long people take, in seconds: until something troubles them, to read an answer, and to write back. */
const usualPace = { first: [1800, 7200], next: [18_000, 43_200], reading: [4, 15], writing: [10, 40] } as const;
type Pace = Readonly<Record<keyof typeof usualPace, readonly [least: number, most: number]>>;

/** The number of open tickets above which a person opens no further one. */
const mostOpen = 2;

type Asker = Pick<DeviceClient, 'ended' | 'tickets' | 'ticketFiles'>;

/** One person in four opens tickets. */
export function asksForHelp({ index }: Pick<PhonePlan, 'index'>): boolean {
  return index % 4 === 2;
}

/**
 * Lets a phone's person open tickets now and then, and reply when somebody answers. The conversation so far is read from the server,
 * so that it goes on after a restart.
 */
export function simulateTickets(
  plan: Pick<PhonePlan, 'index' | 'random' | 'preset'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): TicketHandlers & { live(phone: Asker): Promise<void> } {
  const chance = plan.random('tickets/pace');
  const problems = fakeProblems(plan.random('tickets'), plan.preset);
  /** The pending work of each ticket, which runs in sequence. */
  const writing = new Map<number, Promise<void>>();
  let phone: Asker | null = null;
  const waitFor = (moment: keyof Pace) => delay(chance.int(...pace[moment]) * 1000, undefined, { ref: false });

  async function ask({ tickets }: Asker): Promise<void> {
    const { tickets: earlier } = await tickets.list();
    const known = new Set(earlier.map(({ title }) => title));
    const problem = problems.find(({ title }) => !known.has(title));
    if (!problem || earlier.filter(({ status }) => isOngoing(status)).length >= mostOpen) return;
    const { title, description, category, priority } = problem;
    const { ticketId } = await tickets.open({ title, description, category, priority });
    log(`opened ticket ${ticketId}: ${title}`);
  }

  async function handleAnswer({ tickets, ticketFiles }: Asker, { ticketId, id, author }: TicketMessage): Promise<void> {
    log(`${author} answered ticket ${ticketId}`);
    await waitFor('reading');
    await tickets.read(ticketId, id);
    const before = writing.get(ticketId);
    const done = (async () => {
      await before;
      await waitFor('writing');
      await orLog(reply({ tickets, ticketFiles }, ticketId, plan.random(`tickets/${ticketId}`)));
    })();
    writing.set(ticketId, done);
    await done;
  }

  async function reply(
    { tickets, ticketFiles }: Pick<Asker, 'tickets' | 'ticketFiles'>,
    ticketId: number,
    random: Random,
  ): Promise<void> {
    const ticket = (await tickets.list()).tickets.find((each) => each.ticketId === ticketId);
    const problem = problems.find(({ title }) => title === ticket?.title);
    if (!ticket || !problem || !isOngoing(ticket.status)) return;
    const { messages } = await tickets.messages(ticketId);
    // Two answers in a row get one reply.
    if (messages[0]?.sender !== 'ADMIN') return;
    const repliesSent = messages.filter(({ sender, kind }) => sender === 'USER' && kind === 'TEXT').length;
    const words = problem.replies[repliesSent];
    if (words === undefined) return;
    if (repliesSent === 0 && problem.with)
      await ticketFiles.attach(ticketId, await fakeAttachment(problem.with, random));
    await tickets.reply(ticketId, words);
    log(`replied to ticket ${ticketId}`);
    if (repliesSent < problem.replies.length - 1) return;
    await waitFor('reading');
    await tickets.setStatus(ticketId, 'CLOSED');
    log(`closed ticket ${ticketId}`);
  }

  const orLog = (work: Promise<void>) =>
    work.catch((error: unknown) => log(`ticket: ${error instanceof Error ? error.message : String(error)}`));

  return {
    onTicket: ({ ticketId, status }: PersonTicket) => log(`ticket ${ticketId} is ${status}`),
    onTicketAnswer: (message) => {
      if (phone) void orLog(handleAnswer(phone, message));
    },
    async live(own) {
      phone = own;
      if (!asksForHelp(plan)) return;
      const ended = own.ended.then(() => true);
      const endsDuring = (moment: keyof Pace) => Promise.race([ended, waitFor(moment).then(() => false)]);
      if (await endsDuring('first')) return;
      do await orLog(ask(own));
      while (!(await endsDuring('next')));
    },
  };
}
