import type { ServerInfo, ServerState } from '@fairwatch/contract';
import { IconCircleCheck, IconClockExclamation, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import table from '../../../core/components/table/plain-table.module.css';
import { PlainTable } from '../../../core/components/table/plain-table.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './servers.module.css';

const columns = ['name', 'state', 'devices', 'lease', 'lag', 'started', 'version'] as const;

const looks: Record<ServerState, BadgeLook> = {
  ALIVE: { icon: IconCircleCheck, tone: 'good' },
  LATE: { icon: IconClockExclamation, tone: 'waiting' },
  GONE: { icon: IconPlugConnectedX, tone: 'bad' },
  STOPPED: { icon: IconPlayerStop, tone: 'quiet' },
};

interface ServersTableProps {
  servers: readonly ServerInfo[];
  loading: boolean;
}

/** The servers, one in each row. On a phone the rows are cards. */
export function ServersTable({ servers, loading }: ServersTableProps) {
  const { t } = useTranslation('servers');
  return (
    <PlainTable
      label={t('label')}
      columns={columns}
      titleOf={(column) => t(`columns.${column}`)}
      loading={loading}
      className={classes.servers}
    >
      {servers.map((server) => (
        <ServerRow key={server.id} {...server} />
      ))}
    </PlainTable>
  );
}

function ServerRow({ name, address, state, isThis, devices, lagMs, startedAt, version, ...times }: ServerInfo) {
  const { t } = useTranslation('servers');
  const hasEnded = times.leaseUntil === null;
  return (
    <tr className={table.row} data-ended={hasEnded || undefined}>
      <th scope="row" data-column="name">
        <span className={table.title}>{name}</span>
        {address !== null && <span className={table.note}>{breakable(address)}</span>}
        {isThis && <span className={table.note}>{t('this')}</span>}
      </th>
      <td data-column="state">
        <ToneBadge {...looks[state]} label={t(`state.${state}`)} />
        {state !== 'ALIVE' && <span className={table.note}>{t(`hint.${state}`)}</span>}
      </td>
      <td data-column="devices" data-label={t('columns.devices')}>
        {hasEnded ? '–' : new Intl.NumberFormat(currentLanguage()).format(devices)}
      </td>
      <td data-column="lease" data-label={t('columns.lease')}>
        <RelativeTime at={times.renewedAt} />
        {state === 'LATE' && times.leaseUntil !== null && (
          <span className={table.note}>
            <TimedText words={t('leaseUntil')} at={times.leaseUntil} />
          </span>
        )}
      </td>
      <td data-column="lag" data-label={t('columns.lag')}>
        {hasEnded ? '–' : <Delay milliseconds={lagMs} />}
      </td>
      <td data-column="started" data-label={t('columns.started')}>
        <RelativeTime at={startedAt} />
      </td>
      <td data-column="version" data-label={t('columns.version')}>
        {version}
      </td>
    </tr>
  );
}

/** How late a renewal was. Some tenths of a second are nothing to look at. */
function Delay({ milliseconds }: { milliseconds: number }) {
  const { t } = useTranslation('servers');
  if (milliseconds < 100) return t('none');
  if (milliseconds < 1000) return t('milliseconds', { ms: milliseconds });
  const seconds = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 }).format(milliseconds / 1000);
  return t('seconds', { seconds });
}
