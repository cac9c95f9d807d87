import type { StepType } from '@fairwatch/contract';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconLoader2,
  IconSend2,
  type TablerIcon,
} from '@tabler/icons-react';
import { useComponentTexts } from './use-component-texts.ts';
import classes from './step-badge.module.css';

type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'quiet';

const looks: Record<StepType, { icon: TablerIcon; tone: Tone }> = {
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

/** Where a command is in its life: an icon and the word. */
export function StepBadge({ step }: StepBadgeProps) {
  const { t } = useComponentTexts();
  const { icon: Icon, tone } = looks[step];
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden className={step === 'RUNNING' ? classes.turning : undefined} />
      {t(`step.${step}`)}
    </span>
  );
}
