import { commandState, type Command, type CommandState } from '@fairwatch/contract';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconEye,
  IconHandStop,
  IconLoader2,
  IconMessageQuestion,
  IconSend2,
} from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from './tone-badge.tsx';
import { useComponentTexts } from '../use-component-texts.ts';

const looks: Record<CommandState, BadgeLook> = {
  QUEUED: { icon: IconClock, tone: 'waiting' },
  SENT: { icon: IconSend2, tone: 'working' },
  ASKING: { icon: IconMessageQuestion, tone: 'waiting' },
  SEEN: { icon: IconEye, tone: 'waiting' },
  RUNNING: { icon: IconLoader2, tone: 'working' },
  DONE: { icon: IconCheck, tone: 'good' },
  // A "no" is an answer and no failure.
  DECLINED: { icon: IconHandStop, tone: 'quiet' },
  FAILED: { icon: IconAlertTriangle, tone: 'bad' },
  EXPIRED: { icon: IconClockX, tone: 'bad' },
  UNANSWERED: { icon: IconClockX, tone: 'quiet' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
};

/** The state of a command as an icon and a word. */
export function StepBadge({ command }: { command: Pick<Command, 'stepType' | 'phase'> }) {
  const { t } = useComponentTexts();
  const state = commandState(command);
  return <ToneBadge {...looks[state]} label={t(`step.${state}`)} spinning={state === 'RUNNING'} />;
}
