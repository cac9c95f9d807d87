import type { Run } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import { RunBadge } from '../../../shared/run-progress/run-badges.tsx';
import { RunBar } from '../../../shared/run-progress/run-bar.tsx';
import { isIncomplete } from '../../../shared/run-progress/run-progress.ts';

/** The device of a run, or how many it has. */
function devicesText({ device, devices }: Run): string {
  return device?.name ?? i18n.t('runs:devices', { count: devices });
}

/** The name of the schedule that started a run; empty for none. */
function scheduleText({ schedule }: Run): string {
  if (schedule === null) return '';
  return schedule.name || i18n.t('runs:deletedSchedule');
}

function stateText(run: Run): string {
  return i18n.t(isIncomplete(run) ? 'run:state.incomplete' : `run:state.${run.state}`);
}

export const columns: readonly Column<Run>[] = [
  { key: 'title', header: 'runs:columns.title', card: 'title' },
  {
    key: 'state',
    header: 'runs:columns.state',
    cell: (run) => <RunBadge run={run} />,
    text: stateText,
    width: '7.5rem',
    card: 'aside',
  },
  {
    key: 'counts',
    header: 'runs:columns.progress',
    cell: ({ counts }) => <RunBar counts={counts} />,
    text: () => '',
    width: '10rem',
  },
  { key: 'devices', header: 'runs:columns.devices', text: devicesText, width: '10rem' },
  { key: 'requestedBy', header: 'runs:columns.requestedBy', width: '6.5rem' },
  {
    key: 'createdAt',
    header: 'runs:columns.createdAt',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    sortable: true,
    width: '9rem',
  },
  { key: 'schedule', header: 'runs:columns.schedule', text: scheduleText, width: '7.5rem', wideOnly: true },
];
