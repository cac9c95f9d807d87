import type { TicketPriority, TicketStatus } from '@fairwatch/contract';
import {
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars5,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconMessageCheck,
  IconUrgent,
  type TablerIcon,
} from '@tabler/icons-react';
import { ToneBadge, type Tone } from '../../core/components/tone-badge.tsx';
import { useTicketTexts } from './use-ticket-texts.ts';

interface Look {
  icon: TablerIcon;
  tone: Tone;
}

const statuses: Record<TicketStatus, Look> = {
  OPEN: { icon: IconCircleDot, tone: 'waiting' },
  IN_PROGRESS: { icon: IconCircleDashed, tone: 'working' },
  ANSWERED: { icon: IconMessageCheck, tone: 'good' },
  CLOSED: { icon: IconCircleCheck, tone: 'quiet' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
};

const priorities: Record<TicketPriority, Look> = {
  LOW: { icon: IconAntennaBars2, tone: 'quiet' },
  MEDIUM: { icon: IconAntennaBars3, tone: 'quiet' },
  HIGH: { icon: IconAntennaBars5, tone: 'waiting' },
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
