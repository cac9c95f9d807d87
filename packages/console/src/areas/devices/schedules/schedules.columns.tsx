import { type Schedule, deleteSchedule, pauseSchedule } from '@fairwatch/contract';
import {
  IconClockPlay,
  IconDeviceMobileQuestion,
  IconFlag,
  IconPlayerPause,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { addTexts, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { RunBadge } from '../../../shared/run-progress/run-badges.tsx';
import { stateOf, type ScheduleState } from './schedule-state.ts';
import texts from './schedules.texts.json';
import { call } from '../../../core/api/client.ts';
import { runChange } from '../../../shared/changes/run-change.ts';
import { DeleteAction } from '../../../core/components/buttons/delete-action.tsx';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';

addTexts('schedules', texts);

const looks: Record<ScheduleState, BadgeLook> = {
  ACTIVE: { icon: IconClockPlay, tone: 'good' },
  PAUSED: { icon: IconPlayerPause, tone: 'waiting' },
  EMPTY: { icon: IconDeviceMobileQuestion, tone: 'waiting' },
  OVER: { icon: IconFlag, tone: 'quiet' },
};

function targetText({ target: { group, devices, device } }: Schedule): string {
  if (group !== null) return i18n.t('schedules:group', { name: group.name });
  return device?.name ?? i18n.t('schedules:devices', { count: devices });
}

function Target(schedule: Schedule) {
  const { t } = useTranslation('schedules');
  const { group, devices, device } = schedule.target;
  const link = useDeviceLink()(device?.id ?? 0);
  if (group !== null) return <TwoLines first={targetText(schedule)} second={t('devices', { count: devices })} />;
  if (device === null || link === null) return targetText(schedule);
  return <Link to={link}>{device.name}</Link>;
}

function LastRun({ lastRun }: Schedule) {
  if (lastRun === null) return '–';
  const { id, startedAt, state, counts } = lastRun;
  return (
    <Link {...pageLink('/runs/$runId', { params: { runId: id } })} className="fw-plain-link">
      <RunBadge run={{ state, counts, finishedAt: state === 'RUNNING' ? null : startedAt }} />
      <RelativeTime at={startedAt} />
    </Link>
  );
}

/** The columns of the list of schedules. `edit` is called with the schedule whose edit button was pressed. */
export function columnsWith(edit: (schedule: Schedule) => void): readonly Column<Schedule>[] {
  return [
    {
      key: 'name',
      header: 'schedules:columns.name',
      cell: ({ name, purpose }) => <TwoLines first={name} second={<span className="fw-two-lines">{purpose}</span>} />,
      text: ({ name, purpose }) => `${name}. ${purpose}`,
      sortable: true,
      card: 'title',
    },
    {
      key: 'title',
      header: 'schedules:columns.title',
      cell: ({ title, when }) => (
        <TwoLines
          first={<span className="fw-two-lines">{title}</span>}
          second={<span className="fw-two-lines">{when}</span>}
        />
      ),
      text: ({ title, when }) => `${title}. ${when}`,
    },
    {
      key: 'target',
      header: 'schedules:columns.target',
      cell: (schedule) => <Target {...schedule} />,
      text: targetText,
      width: '9rem',
    },
    {
      key: 'nextAt',
      header: 'schedules:columns.nextAt',
      cell: ({ nextAt }) => (nextAt === null ? '–' : <RelativeTime at={nextAt} />),
      sortable: true,
      width: '7.5rem',
    },
    {
      key: 'lastRun',
      header: 'schedules:columns.lastRun',
      cell: (schedule) => <LastRun {...schedule} />,
      text: ({ lastRun }) => lastRun?.startedAt ?? '',
      width: '8rem',
    },
    {
      key: 'paused',
      header: 'schedules:columns.state',
      cell: (schedule) => (
        <TwoLines
          first={<ToneBadge {...looks[stateOf(schedule)]} label={i18n.t(`schedules:state.${stateOf(schedule)}`)} />}
          second={i18n.t('schedules:by', { name: schedule.createdBy })}
        />
      ),
      text: (schedule) => i18n.t(`schedules:state.${stateOf(schedule)}`),
      width: '8rem',
      card: 'aside',
    },
    {
      key: 'mine',
      header: 'schedules:columns.action',
      cell: (schedule) => <ScheduleActions schedule={schedule} edit={() => edit(schedule)} />,
      text: () => '',
      controls: true,
      width: '8rem',
    },
  ];
}

/** Changes, pauses, resumes and deletes a schedule. Those of other admins have no actions. */
function ScheduleActions({ schedule, edit }: { schedule: Schedule; edit: () => void }) {
  const { t } = useTranslation('schedules');
  const { id: scheduleId, name, paused, mine } = schedule;
  if (!mine) return null;
  return (
    <span className="fw-inline">
      <RowAction icon={IconPencil} label={t('edit', { name })} onClick={edit} />
      {stateOf(schedule) !== 'OVER' && (
        <RowAction
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          label={t(paused ? 'resume' : 'pause', { name })}
          onClick={() => void runChange('schedules', call(pauseSchedule, { scheduleId, paused: !paused }))}
        />
      )}
      <DeleteAction
        label={t('delete', { name })}
        title={t('deleteTitle', { name })}
        text={t('deleteText')}
        confirm={t('deleteConfirm')}
        cancel={t('cancel')}
        onDelete={() => void runChange('schedules', call(deleteSchedule, { scheduleId }))}
      />
    </span>
  );
}
