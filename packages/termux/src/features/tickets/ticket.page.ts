import { isOngoing, ticketLimits, ticketTransitions, type PersonTicket, type TicketMessage } from '@fairwatch/contract';
import { newestUnread } from '@fairwatch/device/core';
import {
  authorText,
  byDay,
  dateTimeText,
  problemText,
  shortMessage,
  ticketMark,
  ticketWords,
  timeText,
} from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { askText, askYesOrNo } from '../../core/screen/ask.ts';
import { action, dim, heading, problem, quote, strong, text, type Block, type Page } from '../../core/screen/view.ts';

/** One ticket with its conversation. */
export function createTicketPage(person: Person, ticketId: number): Page {
  const { device, screen } = person;
  const { client, live, tickets } = device;
  let failure: string | null = null;
  const find = () => live.get().tickets.tickets.find((each) => each.ticketId === ticketId);
  const conversation = () => live.get().tickets.conversations[ticketId];
  const fail = (error: unknown) => {
    failure = problemText(error);
    screen.refresh();
  };

  /** Shows why something failed, or that it no longer does. */
  async function watch(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      failure = null;
      screen.refresh();
    } catch (error) {
      fail(error);
    }
  }

  function readMessages(before: number | null = null): void {
    void watch(tickets.readMessages(ticketId, before));
  }

  /** What is on the screen counts as read. The report is not retried, so it waits for a connection. */
  function markRead(): void {
    const unread = newestUnread(conversation())?.id;
    if (unread !== undefined && isConnected(device)) tickets.markRead(ticketId, unread);
  }

  async function writeReply(): Promise<void> {
    const words = await askText(screen, {
      title: find()?.title ?? ticketWords('numbered', { ticketId }),
      label: ticketWords('message'),
      maxLength: ticketLimits.textMaxLength,
    });
    // Until the server has it, it is listed as unsent.
    if (words) tickets.reply(ticketId, words).catch(fail);
  }

  function setStatus(status: 'OPEN' | 'CLOSED' | 'CANCELLED'): void {
    failure = isConnected(device) ? null : ticketWords('doneLater');
    void watch(client.tickets.setStatus(ticketId, status));
  }

  async function takeBack(): Promise<void> {
    const isConfirmed = await askYesOrNo(screen, {
      title: ticketWords('takeBack'),
      blocks: [text(ticketWords('takenBack.warning'))],
      yes: ticketWords('takenBack.yes'),
      no: ticketWords('takenBack.no'),
    });
    if (isConfirmed) setStatus('CANCELLED');
  }

  function actions({ status }: PersonTicket): Block[] {
    const next = ticketTransitions[status];
    return [
      ...(isOngoing(status) ? [action(ticketWords('message'), writeReply)] : [dim(overText(status))]),
      ...(status === 'CLOSED' ? [action(ticketWords('reopen'), () => setStatus('OPEN'))] : []),
      ...(next.includes('CLOSED') ? [action(ticketWords('close'), () => setStatus('CLOSED'))] : []),
      ...(next.includes('CANCELLED') ? [action(ticketWords('takeBack'), takeBack)] : []),
    ];
  }

  function conversationBlocks(): Block[] {
    const read = conversation();
    const unsent = live
      .get()
      .unsentTickets.filter((frame) => frame.type === 'ticket-reply')
      .filter((frame) => frame.ticketId === ticketId);
    if (!read && unsent.length === 0)
      return [dim(isConnected(device) ? ticketWords('reading') : ticketWords('notRead'))];
    const messages = read?.messages ?? [];
    return [
      ...(read?.more
        ? [action(ticketWords('older'), () => readMessages(messages[0]?.id ?? null), { key: 'older' })]
        : []),
      ...(messages.length + unsent.length === 0 ? [dim(ticketWords('noAnswer'))] : []),
      ...byDay(messages, ({ sentAt }) => sentAt).flatMap(({ day, items }) =>
        [heading(day)].concat(items.flatMap(messageBlocks)),
      ),
      ...unsent.flatMap(({ text: words }) => [
        strong(ticketWords('you')),
        quote(words),
        dim(isConnected(device) ? ticketWords('sending') : ticketWords('waiting')),
      ]),
    ];
  }

  return {
    view() {
      const ticket = find();
      return {
        title: ticket?.title ?? ticketWords('numbered', { ticketId }),
        blocks: [
          ...problem(failure),
          ...(ticket ? ticketBlocks(ticket) : []),
          ...conversationBlocks(),
          ...(ticket ? actions(ticket) : []),
        ],
      };
    },
    opened() {
      let { connection } = live.get();
      readMessages();
      markRead();
      return live.subscribe(() => {
        if (live.get().connection !== connection && isConnected(device)) readMessages();
        ({ connection } = live.get());
        markRead();
      });
    },
  };
}

function ticketBlocks({ ticketId, title, description, status, category, priority, openedAt }: PersonTicket): Block[] {
  const { label, tone } = ticketMark(status);
  return [
    strong(title),
    text(
      ticketWords('facts', {
        status: label,
        category: ticketWords(`categories.${category}`),
        priority: ticketWords(`priorities.${priority}`),
      }),
      tone,
    ),
    quote(description),
    dim(ticketWords('sentAt', { ticketId, moment: dateTimeText(openedAt) })),
  ];
}

/** A message: who wrote it, its words or what is attached, and when. */
function messageBlocks(message: TicketMessage): Block[] {
  const { sender, sentAt, read, attachment } = message;
  const mark = sender === 'USER' ? `, ${ticketWords(read ? 'read' : 'sent')}` : '';
  const words = attachment ? `${shortMessage(message)} (${attachment.fileName})` : message.text;
  return [strong(authorText(message)), quote(words), dim(timeText(sentAt) + mark)];
}

function overText(status: PersonTicket['status']): string {
  return status === 'CLOSED' ? ticketWords('over.CLOSED') : ticketWords('over.CANCELLED');
}
