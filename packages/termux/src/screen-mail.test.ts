import { describe, expect, it, vi } from 'vitest';
import { shownPhone } from './testing/shown-phone.ts';

describe('messages', () => {
  it('are read, reported and deleted', async () => {
    const phone = await shownPhone({ capabilities: ['NOTIFICATIONS'] });
    await phone.connect();
    phone.hear({
      type: 'notification',
      notificationId: 5,
      notificationType: 'WARNING',
      title: 'Come home',
      message: 'It is late.\nPlease call.',
      sentBy: 'maria',
    });
    await phone.choose('Messages (1 new)');
    await phone.choose('Come home');
    await phone.shows('│ It is late.', '│ Please call.', 'From maria');
    await vi.waitFor(() =>
      expect(phone.socket().sent).toContainEqual({ type: 'notification-state', notificationId: 5, state: 'SEEN' }),
    );
    await phone.choose('Delete from this phone');
    await phone.shows('No messages yet.');
  });
});

describe('a reply to a message', () => {
  const message = { type: 'notification', notificationId: 5, notificationType: 'INFO', sentBy: 'maria' } as const;

  it('opens a ticket that quotes it, and the message leads there afterwards', async () => {
    const phone = await shownPhone({ capabilities: ['NOTIFICATIONS'] });
    await phone.connect();
    phone.hear({ ...message, title: 'Come home', message: 'It is late.\nPlease call.' });
    await phone.choose('Messages (1 new)');
    await phone.choose('Come home');
    await phone.choose('Reply');
    await phone.shows('│ It is late.', 'It opens a request for help that quotes this message.');
    phone.terminal.type('On my way');
    phone.terminal.press('enter');
    const { type: _, clientId, ...opened } = await phone.sent('ticket-open');
    expect(opened).toMatchObject({
      title: 'Re: Come home',
      description: 'On my way\n\nmaria:\n> It is late.\n> Please call.',
      priority: 'MEDIUM',
    });
    phone.hear({
      type: 'ticket',
      ticket: {
        ...opened,
        clientId,
        ticketId: 4,
        status: 'OPEN',
        version: 1,
        openedAt: '2026-03-01T08:00:00Z',
        unreadCount: 0,
      },
    });
    await phone.choose('See your reply');
    await phone.shows('Number 4, sent');
  });

  it('is not possible without a connection', async () => {
    const phone = await shownPhone({ capabilities: ['NOTIFICATIONS'] });
    await phone.connect();
    phone.hear({ ...message, title: 'Come home', message: 'It is late.' });
    await phone.choose('Messages (1 new)');
    phone.socket().handlers.onClose(1000);
    await phone.choose('Come home');
    await phone.shows('You can reply when the server is connected.');
    expect(phone.socket().count('ticket-open')).toBe(0);
  });
});

describe('tickets', () => {
  const ticket = {
    ticketId: 3,
    clientId: 'c',
    title: 'Battery',
    description: 'It is empty.',
    category: 'SUPPORT',
    priority: 'MEDIUM',
    status: 'OPEN',
    version: 1,
    openedAt: '2026-03-01T08:00:00Z',
    unreadCount: 0,
  } as const;

  it('are written step by step', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Requests for help');
    await phone.choose('New request');
    phone.terminal.press('enter');
    await phone.shows('Please write a title.');
    phone.terminal.type('Battery');
    phone.terminal.press('enter');
    await phone.shows('What happened, or what do you want to know?');
    phone.terminal.type('It is empty.');
    phone.terminal.press('enter');
    await phone.choose('Support');
    await phone.choose('High');
    await phone.shows('│ It is empty.', 'The admins who supervise this phone can read it.');
    await phone.choose('Send');
    const frame = await phone.sent('ticket-open');
    expect(frame).toMatchObject({
      title: 'Battery',
      description: 'It is empty.',
      category: 'SUPPORT',
      priority: 'HIGH',
    });
    phone.hear({ type: 'ticket', ticket: { ...ticket, clientId: frame.clientId } });
    await phone.shows('Number 3, sent');
  });

  it('are read, answered and closed', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.sent('tickets-request');
    phone.hear({ type: 'tickets', tickets: [{ ...ticket, status: 'ANSWERED', unreadCount: 1 }], more: false });
    await phone.choose('Requests for help (1 new)');
    await phone.choose('Answered, New answer: Battery');
    await phone.sent('ticket-messages-request');
    const answer = {
      id: 11,
      ticketId: 3,
      clientId: 'a',
      sender: 'ADMIN',
      author: 'maria',
      kind: 'TEXT',
      text: 'Charge it.',
      attachment: null,
      sentAt: '2026-03-01T09:00:00Z',
      read: false,
      readAt: null,
    } as const;
    phone.hear({ type: 'ticket-messages', ticketId: 3, messages: [answer], more: false });
    await phone.shows('maria (admin)', '│ Charge it.');
    expect(await phone.sent('ticket-read')).toMatchObject({ ticketId: 3, upTo: 11 });
    await phone.choose('Message');
    phone.terminal.type('Thank you');
    phone.terminal.press('enter');
    const reply = await phone.sent('ticket-reply');
    await phone.shows('│ Thank you', 'Sending…');
    phone.hear({
      type: 'ticket-message',
      message: { ...answer, id: 12, clientId: reply.clientId, sender: 'USER', author: 'ada', text: 'Thank you' },
    });
    await phone.showsNot('Sending…');
    await phone.choose('Close request');
    expect(await phone.sent('ticket-status')).toMatchObject({ ticketId: 3, status: 'CLOSED' });
    phone.hear({ type: 'ticket', ticket: { ...ticket, status: 'CLOSED', version: 2 } });
    await phone.shows('This request is closed. Reopen it to write again.');
  });
});
