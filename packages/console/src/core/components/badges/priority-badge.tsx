import type { TicketPriority } from '@fairwatch/contract';
import { IconChevronDown, IconChevronUp, IconMinus, IconUrgent } from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from './tone-badge.tsx';

const looks: Record<TicketPriority, BadgeLook> = {
  LOW: { icon: IconChevronDown, tone: 'quiet' },
  MEDIUM: { icon: IconMinus, tone: 'quiet' },
  HIGH: { icon: IconChevronUp, tone: 'waiting' },
  CRITICAL: { icon: IconUrgent, tone: 'bad' },
};

/** A ticket's priority as an icon and a word. */
export function PriorityBadge({ priority, label }: { priority: TicketPriority; label: string }) {
  return <ToneBadge {...looks[priority]} label={label} />;
}
