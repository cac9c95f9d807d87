import { setTimeout as delay } from 'node:timers/promises';
import { isOngoing, type PersonTicket, type TicketMessage } from '@fairwatch/contract';
import type { DeviceClient } from '../core/device-client.ts';
import type { Random } from '../fake/random.ts';
import type { TicketHandlers } from '../core/tickets.ts';
import { fakeAttachment, fakeTroubles } from '../features/tickets/tickets.fake.ts';
import type { PhonePlan } from './phone-plan.ts';

/** How long people take, in seconds: until something troubles them, to read an answer, and to write back. */
const usualPace = { first: [1800, 7200], next: [18_000, 43_200], reading: [4, 15], writing: [10, 40] } as const;
type Pace = Readonly<Record<keyof typeof usualPace, readonly [least: number, most: number]>>;

/** Nobody asks for more while so much is open. */
const openAtOnce = 2;

type Asker = Pick<DeviceClient, 'ended' | 'tickets' | 'ticketFiles'>;

/** One in four has something to ask; the others are content. */
export function asksForHelp({ index }: Pick<PhonePlan, 'index'>): boolean {
  return index % 4 === 2;
}

/**
 * A phone's person asks for help now and then, and goes on with the talk when somebody answers. What was said before is read
 * from the server: a phone that was started again knows where it was.
 */
export function asking(
  plan: Pick<PhonePlan, 'index' | 'random'>,
  log: (line: string) => void,
  pace: Pace = usualPace,
): TicketHandlers & { live(phone: Asker): Promise<void> } {
  const chance = plan.random('tickets/pace');
  const troubles = fakeTroubles(plan.random('tickets'));
  /** What they are writing to each ticket: one thing after the other. */
  const writing = new Map<number, Promise<void>>();
  let phone: Asker | null = null;
  const passes = (moment: keyof Pace) => delay(chance.int(...pace[moment]) * 1000, undefined, { ref: false });

  async function ask({ tickets }: Asker): Promise<void> {
    const { tickets: earlier } = await tickets.list();
    const known = new Set(earlier.map(({ title }) => title));
    const trouble = troubles.find(({ title }) => !known.has(title));
    if (!trouble || earlier.filter(({ status }) => isOngoing(status)).length >= openAtOnce) return;
    const { title, description, category, priority } = trouble;
    const { ticketId } = await tickets.open({ title, description, category, priority });
    log(`opened ticket ${ticketId}: ${title}`);
  }

  async function goOn({ tickets, ticketFiles }: Asker, { ticketId, id, author }: TicketMessage): Promise<void> {
    log(`${author} answered ticket ${ticketId}`);
    await passes('reading');
    await tickets.read(ticketId, id);
    const before = writing.get(ticketId);
    const done = (async () => {
      await before;
      await passes('writing');
      await orSay(reply({ tickets, ticketFiles }, ticketId, plan.random(`tickets/${ticketId}`)));
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
    const trouble = troubles.find(({ title }) => title === ticket?.title);
    if (!ticket || !trouble || !isOngoing(ticket.status)) return;
    const { messages } = await tickets.messages(ticketId);
    // Two answers in a row are one to reply to.
    if (messages[0]?.sender !== 'ADMIN') return;
    const said = messages.filter(({ sender, kind }) => sender === 'USER' && kind === 'TEXT').length;
    const words = trouble.replies[said];
    if (words === undefined) return;
    if (said === 0 && trouble.with) await ticketFiles.attach(ticketId, await fakeAttachment(trouble.with, random));
    await tickets.reply(ticketId, words);
    log(`replied to ticket ${ticketId}`);
    if (said < trouble.replies.length - 1) return;
    await passes('reading');
    await tickets.setStatus(ticketId, 'CLOSED');
    log(`closed ticket ${ticketId}`);
  }

  const orSay = (work: Promise<void>) =>
    work.catch((error: unknown) => log(`ticket: ${error instanceof Error ? error.message : String(error)}`));

  return {
    onTicket: ({ ticketId, status }: PersonTicket) => log(`ticket ${ticketId} is ${status}`),
    onTicketAnswer: (message) => {
      if (phone) void orSay(goOn(phone, message));
    },
    async live(own) {
      phone = own;
      if (!asksForHelp(plan)) return;
      const ended = own.ended.then(() => true);
      const over = (moment: keyof Pace) => Promise.race([ended, passes(moment).then(() => false)]);
      if (await over('first')) return;
      do await orSay(ask(own));
      while (!(await over('next')));
    },
  };
}
