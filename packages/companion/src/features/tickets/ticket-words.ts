import type { TicketCategory, TicketPriority, TicketStatus } from '@fairwatch/contract';
import type { Tone } from '../../core/components/tone-badge.tsx';

export const statusWords: Readonly<Record<TicketStatus, { label: string; tone: Tone }>> = {
  OPEN: { label: 'Open', tone: 'accent' },
  IN_PROGRESS: { label: 'In progress', tone: 'warn' },
  ANSWERED: { label: 'Answered', tone: 'good' },
  CLOSED: { label: 'Closed', tone: 'plain' },
  CANCELLED: { label: 'Taken back', tone: 'plain' },
};

export const priorityWords: Readonly<Record<TicketPriority, string>> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  CRITICAL: 'Critical',
};

export const categoryWords: Readonly<Record<TicketCategory, string>> = {
  SUPPORT: 'Support',
  VPN_ISSUE: 'VPN issue',
  REGISTRATION: 'Registration',
  GENERAL: 'General',
  BILLING: 'Billing',
  OTHER: 'Other',
};
