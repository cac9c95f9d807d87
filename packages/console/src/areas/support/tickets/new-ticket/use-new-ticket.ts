import { ticketPriorities, type createTicket, type OutputOf } from '@fairwatch/contract';
import { useState } from 'react';
import { createClientId } from '../../../../core/api/client-id.ts';
import { saveDraft, readDraft } from '../outbox/drafts.ts';
import { offeredCategories } from '../offered-categories.ts';

type Ticket = OutputOf<typeof createTicket>;

/** The draft of a ticket. */
export interface NewTicket extends Pick<Ticket, 'title' | 'description' | 'category' | 'priority'> {
  /** Created once per draft, so that retries after a lost response open only one ticket. */
  clientId: string;
}

const draftName = 'new';

export function emptyTicket(): NewTicket {
  return {
    title: '',
    description: '',
    category: offeredCategories()[0] ?? 'SUPPORT',
    priority: 'MEDIUM',
    clientId: createClientId(),
  };
}

/** Reads the stored draft. Missing and invalid fields get their defaults. */
export function readNewTicketDraft(): NewTicket {
  const empty = emptyTicket();
  const stored = readFields();
  const text = (field: 'title' | 'description' | 'clientId') => {
    const value = stored[field];
    return typeof value === 'string' ? value : empty[field];
  };
  return {
    title: text('title'),
    description: text('description'),
    clientId: text('clientId'),
    category: offeredCategories().find((each) => each === stored['category']) ?? empty.category,
    priority: ticketPriorities.find((each) => each === stored['priority']) ?? empty.priority,
  };
}

function readFields(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readDraft(draftName) || '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

export const deleteNewTicketDraft = () => saveDraft(draftName, '');

/** The draft of the new ticket, saved in the browser with each change. */
export function useNewTicket(): [NewTicket, (part: Partial<NewTicket>) => void] {
  const [draft, setDraft] = useState(readNewTicketDraft);
  const change = (part: Partial<NewTicket>) => {
    const next = { ...draft, ...part };
    saveDraft(draftName, JSON.stringify(next));
    setDraft(next);
  };
  return [draft, change];
}
