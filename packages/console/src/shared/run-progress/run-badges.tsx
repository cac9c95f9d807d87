import type { Run, RunItemState } from '@fairwatch/contract';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconHandStop,
  IconLoader2,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../core/components/badges/tone-badge.tsx';
import { isIncomplete } from './run-progress.ts';
import { useRunTexts } from './use-run-texts.ts';

const itemLooks: Record<RunItemState, BadgeLook> = {
  WAITING: { icon: IconClock, tone: 'waiting' },
  OPEN: { icon: IconLoader2, tone: 'working' },
  DONE: { icon: IconCheck, tone: 'good' },
  DECLINED: { icon: IconHandStop, tone: 'quiet' },
  FAILED: { icon: IconAlertTriangle, tone: 'bad' },
  EXPIRED: { icon: IconClockX, tone: 'bad' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
  SKIPPED: { icon: IconPlayerSkipForward, tone: 'quiet' },
};

/** The state of one item of a run. */
export function RunItemBadge({ state }: { state: RunItemState }) {
  const { t } = useRunTexts();
  return <ToneBadge {...itemLooks[state]} label={t(`item.${state}`)} spinning={state === 'OPEN'} />;
}

const runLooks: Record<Run['state'], BadgeLook> = {
  RUNNING: itemLooks.OPEN,
  DONE: itemLooks.DONE,
  CANCELLED: itemLooks.CANCELLED,
};

/** The state of a run. One that ended with items that did not succeed is shown as incomplete. */
export function RunBadge({ run }: { run: Pick<Run, 'state' | 'counts' | 'finishedAt'> }) {
  const { t } = useRunTexts();
  if (isIncomplete(run)) return <ToneBadge {...itemLooks.FAILED} label={t('state.incomplete')} />;
  return <ToneBadge {...runLooks[run.state]} label={t(`state.${run.state}`)} spinning={run.state === 'RUNNING'} />;
}
