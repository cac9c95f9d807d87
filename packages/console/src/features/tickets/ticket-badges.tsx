import type { TicketPriority, TicketStatus } from '@fairwatch/contract';
import {
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconMessageCheck,
  IconMinus,
  IconUrgent,
} from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../core/components/tone-badge.tsx';
import { useTicketTexts } from './use-ticket-texts.ts';

const statuses: Record<TicketStatus, BadgeLook> = {
  OPEN: { icon: IconCircleDot, tone: 'waiting' },
  IN_PROGRESS: { icon: IconCircleDashed, tone: 'working' },
  ANSWERED: { icon: IconMessageCheck, tone: 'good' },
  CLOSED: { icon: IconCircleCheck, tone: 'quiet' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
};

const priorities: Record<TicketPriority, BadgeLook> = {
  LOW: { icon: IconChevronDown, tone: 'quiet' },
  MEDIUM: { icon: IconMinus, tone: 'quiet' },
  HIGH: { icon: IconChevronUp, tone: 'waiting' },
  CRITICAL: { icon: IconUrgent, tone: 'bad' },
};

/** How a ticket stands. */
export function StatusOf({ status }: { status: TicketStatus }) {
  const { t } = useTicketTexts();
  return <ToneBadge {...statuses[status]} label={t(`status.${status}`)} />;
}

/** How urgent it is. */
export function PriorityOf({ priority }: { priority: TicketPriority }) {
  const { t } = useTicketTexts();
  return <ToneBadge {...priorities[priority]} label={t(`priority.${priority}`)} />;
}
