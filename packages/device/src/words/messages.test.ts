import { ticketLimits } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { replyMaxLength, replyTicket } from './messages.ts';

const message = { title: 'Inventory', message: 'Please come by.\nOn Friday.', sentBy: 'maria' };

it('a reply stands above the message that it quotes, line by line', () => {
  expect(replyTicket(message, ' I will. ', ['SUPPORT', 'OTHER'])).toEqual({
    title: 'Re: Inventory',
    description: 'I will.\n\nmaria:\n> Please come by.\n> On Friday.',
    category: 'SUPPORT',
    priority: 'MEDIUM',
  });
});

it('the longest reply to the longest message fits into a ticket, with all of the reply', () => {
  const { titleMaxLength, descriptionMaxLength } = ticketLimits;
  const long = { ...message, title: 'x'.repeat(5000), message: 'x'.repeat(5000) };
  const { title, description } = replyTicket(long, 'y'.repeat(replyMaxLength), []);
  expect([title.length, description.length]).toEqual([titleMaxLength, descriptionMaxLength]);
  expect(description.startsWith('y'.repeat(replyMaxLength))).toBe(true);
});
