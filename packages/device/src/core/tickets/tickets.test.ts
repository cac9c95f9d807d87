import type { DeviceFrame, PersonTicket, TicketMessage } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OwnTickets, type TicketHandlers, type UnsentTicket } from './tickets.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface SetUp extends TicketHandlers {
  unsent?: UnsentTicket[];
  onTicketRefused?: (frame: UnsentTicket) => void;
}

function setUp({ unsent = [], ...handlers }: SetUp = {}) {
  const sent: DeviceFrame[] = [];
  const kept: (readonly UnsentTicket[])[] = [];
  const line = { up: true };
  const tickets = new OwnTickets({
    ...handlers,
    unsent,
    onUnsent: (frames) => kept.push(frames),
    send: async (frame) => {
      if (line.up) sent.push(frame);
      return line.up;
    },
  });
  return { tickets, sent, kept, line };
}

const asked = { title: 'T', description: 'D', category: 'OTHER' } as const;
const ticket = (clientId: string, version = 1): PersonTicket => ({
  ticketId: 7,
  clientId,
  ...asked,
  priority: 'MEDIUM',
  status: version === 1 ? 'OPEN' : 'ANSWERED',
  version,
  openedAt: '2026-11-15T10:00:00.000Z',
  unreadCount: 0,
});
const message = (id: number, sender: 'ADMIN' | 'USER' = 'ADMIN', clientId = 'x'): TicketMessage => ({
  id,
  ticketId: 7,
  clientId,
  sender,
  author: 'maria',
  kind: 'TEXT',
  text: `Answer ${id}`,
  attachment: null,
  sentAt: '2026-11-15T10:00:00.000Z',
  read: false,
  readAt: null,
});
/** The id that the latest of these frames was given. */
const idOf = (frames: readonly DeviceFrame[]) =>
  (frames.at(-1) as Exclude<UnsentTicket, { type: 'ticket-status' }>).clientId;

describe('what the person writes', () => {
  it('is sent again on every connection with the same id, until the server has it', async () => {
    const { tickets, sent, kept } = setUp();
    const opening = tickets.open(asked);
    expect(sent).toEqual([]);
    tickets.connected();
    tickets.disconnected();
    tickets.connected();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).toMatchObject({ type: 'ticket-open', ...asked, priority: 'MEDIUM' });
    tickets.receive({ type: 'ticket', ticket: ticket('another') });
    tickets.receive({ type: 'ticket', ticket: ticket(idOf(sent)) });
    expect(await opening).toMatchObject({ ticketId: 7 });
    expect(kept.map((frames) => frames.length)).toEqual([1, 0]);
  });

  it('outlives the device: what was not confirmed is sent after a restart', async () => {
    const first = setUp();
    const opening = first.tickets.open(asked);
    first.tickets.end('over');
    await expect(opening).rejects.toThrow('over');
    const [unsent = []] = first.kept;
    const second = setUp({ unsent: [...unsent] });
    second.tickets.connected();
    expect(second.sent).toEqual(unsent);
    second.tickets.receive({ type: 'ticket', ticket: ticket(idOf(second.sent)) });
    expect(second.kept.at(-1)).toEqual([]);
  });

  it('is given back when it is refused after a restart, since nobody waits for it any more', () => {
    const reply: UnsentTicket = { type: 'ticket-reply', clientId: 'x', ticketId: 7, text: 'Hello' };
    const given: UnsentTicket[] = [];
    const { tickets, kept } = setUp({ unsent: [reply], onTicketRefused: (frame) => void given.push(frame) });
    tickets.connected();
    tickets.receive({ type: 'ticket-refused', clientId: 'x', reason: 'This ticket is closed.' });
    expect(given).toEqual([reply]);
    expect(kept.at(-1)).toEqual([]);
  });

  it('outlives the device when a ticket is closed, and is not sent again when that is refused', () => {
    const closed: UnsentTicket = { type: 'ticket-status', ticketId: 7, status: 'CLOSED' };
    const first = setUp();
    first.tickets.setStatus(7, 'CLOSED').catch(() => undefined);
    expect(first.kept.at(-1)).toEqual([closed]);
    const { tickets, sent, kept } = setUp({ unsent: [closed] });
    tickets.connected();
    expect(sent).toEqual([closed]);
    tickets.refused('ticket-status', 'This is not possible.');
    expect(kept.at(-1)).toEqual([]);
    const other = setUp({ unsent: [closed] });
    other.tickets.receive({ type: 'ticket', ticket: { ...ticket('x', 2), status: 'CLOSED' } });
    expect(other.kept.at(-1)).toEqual([]);
  });

  it('is refused once the device has ended, and what was unsent before stays so', async () => {
    const { tickets, kept } = setUp();
    const opening = tickets.open(asked);
    tickets.end('over');
    await expect(opening).rejects.toThrow('over');
    await expect(tickets.reply(7, 'Hello')).rejects.toThrow('over');
    await expect(tickets.list()).rejects.toThrow('over');
    expect(kept.map((frames) => frames.length)).toEqual([1]);
  });

  it('is told to be refused, and not sent again', async () => {
    const { tickets, sent, kept } = setUp();
    tickets.connected();
    const replying = tickets.reply(7, 'Hello');
    tickets.receive({ type: 'ticket-refused', clientId: idOf(sent), reason: 'This ticket is closed.' });
    await expect(replying).rejects.toThrow('This ticket is closed.');
    tickets.connected();
    expect(sent).toHaveLength(1);
    expect(kept.at(-1)).toEqual([]);
  });

  it('is sent again a little later when the server could not take it then', async () => {
    const { tickets, sent } = setUp();
    tickets.connected();
    const replying = tickets.reply(7, 'Hello');
    tickets.refused('ticket-reply', 'Too many changes. Please wait a moment.');
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(2);
    tickets.receive({ type: 'ticket-message', message: message(9, 'USER', idOf(sent)) });
    expect(await replying).toMatchObject({ id: 9 });
  });

  it('is refused on the device when no server would accept it', () => {
    const { tickets, sent } = setUp();
    tickets.connected();
    expect(() => tickets.reply(7, '  ')).toThrow('Please write a message.');
    expect(sent).toEqual([]);
  });
});

describe('what is answered', () => {
  it('is shown once in its order, however often it comes, and confirmed each time', async () => {
    const shown: number[] = [];
    const { tickets, sent } = setUp({ onTicketAnswer: ({ id }) => shown.push(id) });
    tickets.connected();
    for (const id of [3, 5, 3, 5, 8]) tickets.receive({ type: 'ticket-message', message: message(id) });
    await vi.advanceTimersByTimeAsync(100);
    expect(shown).toEqual([3, 5, 8]);
    expect(sent).toEqual([{ type: 'ticket-received', ticketId: 7, upTo: 8 }]);
    tickets.receive({ type: 'ticket-message', message: message(8) });
    await vi.advanceTimersByTimeAsync(100);
    expect(shown).toHaveLength(3);
    expect(sent).toHaveLength(2);
  });

  it('is confirmed on the next connection when this one broke', async () => {
    const { tickets, sent, line } = setUp({ onTicketAnswer: () => undefined });
    tickets.connected();
    line.up = false;
    tickets.receive({ type: 'ticket-message', message: message(3) });
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([]);
    line.up = true;
    tickets.connected();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([{ type: 'ticket-received', ticketId: 7, upTo: 3 }]);
  });

  it('waits on the server while this device cannot show it', async () => {
    const { tickets, sent } = setUp();
    tickets.connected();
    tickets.receive({ type: 'ticket-message', message: message(3) });
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([]);
  });

  it('changes the status of a ticket, reported once for each change', async () => {
    const stands: string[] = [];
    const { tickets, sent } = setUp({ onTicket: ({ status }) => stands.push(status) });
    tickets.connected();
    for (const version of [1, 2, 2, 1]) tickets.receive({ type: 'ticket', ticket: ticket('a', version) });
    await vi.advanceTimersByTimeAsync(100);
    expect(stands).toEqual(['OPEN', 'ANSWERED']);
    expect(sent.at(-1)).toMatchObject({ type: 'ticket-received', ticketId: 7 });
  });
});

describe('what the person asks', () => {
  it('is answered, or told why not', async () => {
    const { tickets, sent } = setUp();
    tickets.connected();
    const listing = tickets.list();
    tickets.receive({ type: 'tickets', tickets: [ticket('a')], more: false });
    expect(await listing).toEqual({ tickets: [ticket('a')], more: false });
    const reading = tickets.messages(7);
    tickets.receive({ type: 'ticket-messages', ticketId: 8, messages: [], more: true });
    tickets.receive({ type: 'ticket-messages', ticketId: 7, messages: [message(1)], more: false });
    expect(await reading).toEqual({ messages: [message(1)], more: false });
    const closing = tickets.setStatus(7, 'CLOSED');
    tickets.refused('ticket-status', 'A ticket that is cancelled cannot become closed.');
    await expect(closing).rejects.toThrow('cannot become');
    expect(sent.map(({ type }) => type)).toEqual(['tickets-request', 'ticket-messages-request', 'ticket-status']);
  });
});
