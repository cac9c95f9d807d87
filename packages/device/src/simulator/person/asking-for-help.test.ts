import type { PersonTicket, TicketMessage } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import type { AttachedFile } from '../../core/tickets/ticket-files.ts';
import { fakeAttachment, fakeProblems } from '../../features/tickets/tickets.fake.ts';
import { troubles } from '../../features/tickets/tickets.words.ts';
import { simulateTickets, asksForHelp } from './asking-for-help.ts';
import { planPhone } from '../plan/phone-plan.ts';

const noDelays = { first: [0, 0], next: [3600, 3600], reading: [0, 0], writing: [0, 0] } as const;
type Person = Parameters<ReturnType<typeof simulateTickets>['live']>[0];

/** A fake server with the tickets of one person. */
function server() {
  const ended = Promise.withResolvers<'stopped'>();
  const tickets: PersonTicket[] = [];
  const messages: TicketMessage[] = [];
  const acts: string[] = [];
  const attached: AttachedFile[] = [];
  let lists = 0;
  const add = (ticketId: number, sender: 'ADMIN' | 'USER', text: string): TicketMessage => {
    const id = messages.length + 1;
    const sent = { sentAt: '2026-11-15T10:00:00Z', read: false, readAt: null };
    const message = {
      id,
      ticketId,
      clientId: `m${id}`,
      sender,
      author: 'maria',
      kind: 'TEXT',
      text,
      attachment: null,
    } as const;
    messages.unshift({ ...message, ...sent });
    return { ...message, ...sent };
  };
  const own = {
    list: async () => {
      lists += 1;
      return { tickets, more: false };
    },
    messages: async (ticketId: number) => ({
      messages: messages.filter((each) => each.ticketId === ticketId),
      more: false,
    }),
    open: async (draft: { title: string }) => {
      const ticketId = tickets.length + 1;
      tickets.push({ ticketId, status: 'OPEN', ...draft } as PersonTicket);
      acts.push('open');
      return tickets.at(-1);
    },
    reply: async (ticketId: number, text: string) => {
      acts.push('reply');
      return add(ticketId, 'USER', text);
    },
    read: async () => void acts.push('read'),
    setStatus: async (ticketId: number, status: PersonTicket['status']) => {
      acts.push(status);
      const ticket = tickets.find((each) => each.ticketId === ticketId);
      if (ticket) ticket.status = status;
    },
  };
  const ticketFiles = { attach: async (_: number, file: AttachedFile) => void attached.push(file) };
  const person = { ended: ended.promise, tickets: own, ticketFiles } as unknown as Person;
  return {
    person,
    tickets,
    messages,
    acts,
    attached,
    lists: () => lists,
    answer: (text: string) => add(1, 'ADMIN', text),
    end: () => ended.resolve('stopped'),
  };
}

describe('the person of a simulated phone', () => {
  it('opens tickets at some places, the same ones with the same seed', async () => {
    expect(Array.from({ length: 12 }, (_, index) => index).filter((index) => asksForHelp({ index }))).toEqual([
      2, 6, 10,
    ]);
    const titles = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { person, tickets, end } = server();
      const living = simulateTickets(planPhone('seed', 2), () => undefined, noDelays).live(person);
      await vi.waitFor(() => expect(tickets).toHaveLength(1));
      end();
      await living;
      titles.push(tickets[0]?.title);
    }
    expect(titles[0]).toBe(titles[1]);
  });

  it('opens no ticket at other places, and no further one while enough are open', async () => {
    const content = server();
    await simulateTickets(planPhone('seed', 3), () => undefined, noDelays).live(content.person);
    expect(content.acts).toEqual([]);
    const { person, tickets, acts, lists, end } = server();
    tickets.push({ ticketId: 1, title: 'One', status: 'OPEN' } as PersonTicket);
    tickets.push({ ticketId: 2, title: 'Another', status: 'ANSWERED' } as PersonTicket);
    const living = simulateTickets(planPhone('seed', 2), () => undefined, { ...noDelays, next: [0, 0] }).live(person);
    await vi.waitFor(() => expect(lists()).toBeGreaterThan(2));
    end();
    await living;
    expect(acts).toEqual([]);
  });

  it('opens no ticket twice, even after a restart', async () => {
    const plan = planPhone('seed', 2);
    const [before, next] = fakeProblems(plan.random('tickets'));
    const { person, tickets, end } = server();
    tickets.push({ ticketId: 1, title: before?.title, status: 'CLOSED' } as PersonTicket);
    const living = simulateTickets(plan, () => undefined, noDelays).live(person);
    await vi.waitFor(() => expect(tickets).toHaveLength(2));
    end();
    await living;
    expect(tickets.at(-1)?.title).toBe(next?.title);
  });

  it('reads each answer, replies to it, and closes the ticket after the last reply', async () => {
    const { person, tickets, acts, messages, answer, end } = server();
    const handlers = simulateTickets(planPhone('seed', 2), () => undefined, noDelays);
    const living = handlers.live(person);
    await vi.waitFor(() => expect(tickets).toHaveLength(1));
    const problem = troubles.find(({ title }) => title === tickets[0]?.title);
    const replies = problem?.replies ?? [];
    for (const [turn] of replies.entries()) {
      handlers.onTicketAnswer?.(answer('Please try this.'));
      await vi.waitFor(() => expect(acts.filter((act) => act === 'reply')).toHaveLength(turn + 1));
    }
    await vi.waitFor(() => expect(acts).toContain('CLOSED'));
    expect(messages.filter(({ sender }) => sender === 'USER').map(({ text }) => text)).toEqual(replies.toReversed());
    handlers.onTicketAnswer?.(answer('You are welcome.'));
    await vi.waitFor(() => expect(acts.filter((act) => act === 'read')).toHaveLength(replies.length + 1));
    end();
    await living;
    expect(acts.filter((act) => act === 'reply')).toHaveLength(replies.length);
  });

  it('attaches a photo, or a recording that has a waveform', async () => {
    const random = planPhone('seed', 2).random('x');
    const photo = await fakeAttachment('photo', random);
    expect([photo.kind, (photo.bytes?.length ?? 0) > 5000]).toEqual(['FILE', true]);
    const voice = await fakeAttachment('voice', random);
    expect(Number(voice.durationMs)).toBeGreaterThanOrEqual(4000);
    const peaks = String(voice.peaks).split(',').map(Number);
    expect(Math.max(...peaks)).toBeGreaterThan(5);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(100);
  });
});
