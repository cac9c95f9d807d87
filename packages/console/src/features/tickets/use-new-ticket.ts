import { ticketCategories, ticketPriorities, type createTicket, type OutputOf } from '@fairwatch/contract';
import { useState } from 'react';
import { newClientId } from './client-id.ts';
import { keep, readKept } from './drafts.ts';

type Ticket = OutputOf<typeof createTicket>;

/** A ticket that is being written. */
export interface NewTicket extends Pick<Ticket, 'title' | 'description' | 'category' | 'priority'> {
  /** Made once: tried again after a lost answer, it is still opened once. */
  clientId: string;
}

const name = 'new';

export function emptyTicket(): NewTicket {
  return { title: '', description: '', category: 'SUPPORT', priority: 'MEDIUM', clientId: newClientId() };
}

/** What was kept, as far as it can still be understood. */
export function readNewTicket(): NewTicket {
  const empty = emptyTicket();
  const kept = readFields();
  const text = (field: 'title' | 'description' | 'clientId') => {
    const value = kept[field];
    return typeof value === 'string' ? value : empty[field];
  };
  return {
    title: text('title'),
    description: text('description'),
    clientId: text('clientId'),
    category: ticketCategories.find((each) => each === kept['category']) ?? empty.category,
    priority: ticketPriorities.find((each) => each === kept['priority']) ?? empty.priority,
  };
}

function readFields(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(readKept(name) || '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

export const forgetNewTicket = () => keep(name, '');

/** The ticket that is being written, kept in the browser with each change. */
export function useNewTicket(): [NewTicket, (part: Partial<NewTicket>) => void] {
  const [draft, setDraft] = useState(readNewTicket);
  const change = (part: Partial<NewTicket>) => {
    const next = { ...draft, ...part };
    keep(name, JSON.stringify(next));
    setDraft(next);
  };
  return [draft, change];
}
