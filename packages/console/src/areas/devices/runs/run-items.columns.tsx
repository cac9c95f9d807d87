import type { RunItem } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../core/components/table/columns.ts';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { Percent } from '../../../shared/device-feature/commands/progress-bar.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { RunItemBadge } from '../../../shared/run-progress/run-badges.tsx';

/** The device of an item and its person, with a link to the device. A device that has left has no name. */
function DeviceCell({ deviceId, deviceName, username }: RunItem) {
  const { t } = useTranslation('runs');
  const link = useDeviceLink()(deviceId);
  if (deviceName === '') return <span className="fw-muted">{t('items.left')}</span>;
  const name =
    link === null ? (
      deviceName
    ) : (
      <Link to={link} className="fw-name-link">
        {deviceName}
      </Link>
    );
  return <TwoLines first={name} second={username} />;
}

const title: Column<RunItem> = { key: 'title', header: 'runs:items.columns.title' };
/** Why an item failed, was skipped, or waits. */
const whyText = ({ reason: why, waitsFor }: RunItem) =>
  why === '' && waitsFor !== null ? i18n.t(`runs:items.waitsFor.${waitsFor}`) : why;
const reason: Column<RunItem> = { key: 'reason', header: 'runs:items.columns.reason', text: whyText };
const stateText = ({ state }: RunItem) => i18n.t(`run:item.${state}`);

export const columns: readonly Column<RunItem>[] = [
  {
    key: 'deviceName',
    header: 'runs:items.columns.device',
    cell: (item) => <DeviceCell {...item} />,
    width: '12rem',
    card: 'title',
  },
  title,
  {
    key: 'state',
    header: 'runs:items.columns.state',
    cell: ({ state, progress }) => (
      <>
        <RunItemBadge state={state} />
        {state === 'OPEN' && progress !== null && <Percent percent={progress} />}
      </>
    ),
    text: stateText,
    sortable: true,
    width: '8rem',
    card: 'aside',
  },
  {
    ...reason,
    cell: (item) => {
      const why = whyText(item);
      return why === '' ? '–' : <span className="fw-two-lines">{why}</span>;
    },
    width: '36%',
  },
  {
    key: 'finishedAt',
    header: 'runs:items.columns.finishedAt',
    cell: ({ finishedAt }) => (finishedAt === null ? '–' : <RelativeTime at={finishedAt} />),
    sortable: true,
    width: '9rem',
  },
];

/** The columns of the Excel file. */
export const exportColumns: readonly Column<RunItem>[] = [
  { key: 'id', header: 'runs:items.columns.id' },
  { key: 'deviceName', header: 'runs:items.columns.device' },
  { key: 'username', header: 'runs:items.columns.username' },
  title,
  { key: 'state', header: 'runs:items.columns.state', text: stateText },
  reason,
  { key: 'startedAt', header: 'runs:items.columns.startedAt', sheet: 'moment' },
  { key: 'finishedAt', header: 'runs:items.columns.finishedAt', sheet: 'moment' },
];
