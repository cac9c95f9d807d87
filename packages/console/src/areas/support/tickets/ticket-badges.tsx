import type { TicketPriority, TicketStatus } from '@fairwatch/contract';
import { IconCircleCheck, IconCircleDashed, IconCircleDot, IconCircleX, IconMessageCheck } from '@tabler/icons-react';
import { PriorityBadge } from '../../../core/components/badges/priority-badge.tsx';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { useTicketTexts } from './use-ticket-texts.ts';

const statuses: Record<TicketStatus, BadgeLook> = {
  OPEN: { icon: IconCircleDot, tone: 'waiting' },
  IN_PROGRESS: { icon: IconCircleDashed, tone: 'working' },
  ANSWERED: { icon: IconMessageCheck, tone: 'good' },
  CLOSED: { icon: IconCircleCheck, tone: 'quiet' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
};

/** The badge of a ticket's status. */
export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const { t } = useTicketTexts();
  return <ToneBadge {...statuses[status]} label={t(`status.${status}`)} />;
}

/** The badge of a ticket's priority. */
export function TicketPriorityBadge({ priority }: { priority: TicketPriority }) {
  const { t } = useTicketTexts();
  return <PriorityBadge priority={priority} label={t(`priority.${priority}`)} />;
}
