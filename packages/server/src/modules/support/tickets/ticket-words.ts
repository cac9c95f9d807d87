import type { TicketCategory, TicketPriority, TicketStatus } from '@fairwatch/contract';

/** The names of the states inside a sentence. */
export const statusWords: Readonly<Record<TicketStatus, string>> = {
  OPEN: 'open',
  IN_PROGRESS: 'in progress',
  ANSWERED: 'answered',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
};

const priorityWords: Readonly<Record<TicketPriority, string>> = {
  LOW: 'low priority',
  MEDIUM: 'medium priority',
  HIGH: 'high priority',
  CRITICAL: 'critical priority',
};

const categoryWords: Readonly<Record<TicketCategory, string>> = {
  SUPPORT: 'support',
  VPN_ISSUE: 'VPN issue',
  REGISTRATION: 'registration',
  GENERAL: 'general',
  BILLING: 'billing',
  OTHER: 'other',
  MY_PHONE: 'my phone',
  LOST: 'lost',
};

/** Everything about a ticket that can be edited. */
export interface TicketState {
  status: TicketStatus;
  priority: TicketPriority;
  category: TicketCategory;
}

export function stateWords({ status, priority, category }: TicketState) {
  return { status: statusWords[status], priority: priorityWords[priority], category: categoryWords[category] };
}
