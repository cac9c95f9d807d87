import '@mantine/core/styles/Skeleton.layer.css';
import type { ServerInfo, ServerState } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { IconCircleCheck, IconClockExclamation, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../core/components/badges/tone-badge.tsx';
import frame from '../../core/components/table/data-table.module.css';
import { breakable } from '../../core/components/text/breakable.tsx';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { TimedText } from '../../core/components/time/timed-text.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
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
    <div className={frame.panel}>
      <table className={classes.table} aria-label={t('label')} aria-busy={loading}>
        <thead className={classes.head}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {loading ? <Placeholder /> : servers.map((server) => <ServerRow key={server.id} {...server} />)}
        </tbody>
      </table>
    </div>
  );
}

function ServerRow({ name, address, state, isThis, devices, lagMs, startedAt, version, ...times }: ServerInfo) {
  const { t } = useTranslation('servers');
  const hasEnded = times.leaseUntil === null;
  return (
    <tr className={classes.row} data-ended={hasEnded || undefined}>
      <th scope="row" data-column="name">
        <span className={classes.name}>{name}</span>
        {address !== null && <span className={classes.note}>{breakable(address)}</span>}
        {isThis && <span className={classes.note}>{t('this')}</span>}
      </th>
      <td data-column="state">
        <ToneBadge {...looks[state]} label={t(`state.${state}`)} />
        {state !== 'ALIVE' && <span className={classes.note}>{t(`hint.${state}`)}</span>}
      </td>
      <td data-column="devices" data-label={t('columns.devices')}>
        {hasEnded ? '–' : new Intl.NumberFormat(currentLanguage()).format(devices)}
      </td>
      <td data-column="lease" data-label={t('columns.lease')}>
        <RelativeTime at={times.renewedAt} />
        {state === 'LATE' && times.leaseUntil !== null && (
          <span className={classes.note}>
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

function Placeholder() {
  return (
    <tr className={classes.row} aria-hidden>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <Skeleton height={12} radius="xl" width={column === 'name' ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  );
}
