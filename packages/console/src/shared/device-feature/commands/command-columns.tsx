import { commandWords, isFinalStep, type Command } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { StepBadge } from '../../../core/components/badges/step-badge.tsx';
import { durationText } from '../../../core/components/time/time-texts.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { RunLink } from '../../run-progress/run-link.tsx';
import { CancelCommand } from './cancel-command.tsx';
import { Percent } from './progress-bar.tsx';

/** The columns of a command history. */
export const commandColumns = (deviceId: number): readonly Column<Command>[] => [
  { key: 'id', header: 'device-feature:history.id', width: '4rem', card: 'last' },
  {
    key: 'commandTypeEnum',
    header: 'device-feature:history.what',
    // The same title as in the device's access log.
    text: ({ commandTypeEnum, details }) => commandWords(commandTypeEnum, details).title,
    card: 'title',
  },
  {
    key: 'stepType',
    header: 'device-feature:history.status',
    cell: (command) => (
      <>
        <StepBadge command={command} />
        {command.progress !== null && command.stepType === 'RUNNING' && <Percent percent={command.progress} />}
      </>
    ),
    width: '8rem',
    card: 'aside',
  },
  {
    key: 'requestedBy',
    header: 'device-feature:history.requestedBy',
    cell: ({ requestedBy, runId }) =>
      runId === null ? requestedBy : <TwoLines first={requestedBy} second={<RunLink runId={runId} />} />,
    width: '12%',
  },
  {
    key: 'createdAt',
    header: 'device-feature:history.created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    width: '13%',
  },
  {
    key: 'userResponseTime',
    header: 'device-feature:history.responseTime',
    text: ({ userResponseTime }) => (userResponseTime === null ? '' : durationText(userResponseTime)),
    width: '7.5rem',
  },
  { key: 'errorDetails', header: 'device-feature:history.error', width: '19%' },
  {
    key: 'progress',
    header: 'device-feature:history.action',
    text: ({ stepType }) => (isFinalStep(stepType) ? '' : i18n.t('device-feature:cancel.button')),
    cell: (command) => (isFinalStep(command.stepType) ? null : <CancelCommand command={command} deviceId={deviceId} />),
    controls: true,
    width: '5.5rem',
  },
];
