import type { StepType } from '@fairwatch/contract';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconLoader2,
  IconSend2,
} from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from './tone-badge.tsx';
import { useComponentTexts } from '../use-component-texts.ts';

const looks: Record<StepType, BadgeLook> = {
  QUEUED: { icon: IconClock, tone: 'waiting' },
  SENT: { icon: IconSend2, tone: 'working' },
  RUNNING: { icon: IconLoader2, tone: 'working' },
  DONE: { icon: IconCheck, tone: 'good' },
  FAILED: { icon: IconAlertTriangle, tone: 'bad' },
  EXPIRED: { icon: IconClockX, tone: 'bad' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
};

interface StepBadgeProps {
  step: StepType;
}

/** The step of a command as an icon and a word. */
export function StepBadge({ step }: StepBadgeProps) {
  const { t } = useComponentTexts();
  return <ToneBadge {...looks[step]} label={t(`step.${step}`)} spinning={step === 'RUNNING'} />;
}
