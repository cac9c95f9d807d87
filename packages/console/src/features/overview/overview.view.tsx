import { deviceSummary, deviceVisits } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { useUrlSearch } from '../../core/components/use-list-search.ts';
import { DeviceTag } from '../../core/device-feature/device-tag.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { noSuchId } from '../../core/router/id-in-address.ts';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { AtAGlance } from './at-a-glance.tsx';
import { EndDevice } from './end-device.tsx';
import classes from './overview.module.css';
import texts from './overview.texts.json';

addTexts('overview', texts);

// Few open it.
const DeviceLog = lazy(async () => ({ default: (await import('./device-log.tsx')).DeviceLog }));

/** A device at a glance and, for those who may read it, its log. */
export function OverviewView() {
  const { t } = useTranslation('overview');
  const deviceId = useCurrentPage().deviceId ?? noSuchId;
  const summary = useQuery(query(deviceSummary, { deviceId }));
  const readsLog = useCan(deviceVisits);
  const { tab } = useUrlSearch().raw;
  const showsLog = readsLog && tab === 'audit';
  return (
    <>
      <PageHeader
        title={t('title')}
        aside={<DeviceTag device={summary.data?.data ?? null} loading={summary.isPending} />}
        subtitle={t('subtitle')}
        actions={!summary.isError && <EndDevice device={summary.data?.data ?? null} />}
      />
      {readsLog && <Tabs current={showsLog ? 'audit' : 'overview'} />}
      {showsLog ? (
        <Suspense>
          <DeviceLog deviceId={deviceId} />
        </Suspense>
      ) : (
        <AtAGlance deviceId={deviceId} />
      )}
    </>
  );
}

function Tabs({ current }: { current: 'overview' | 'audit' }) {
  const { t } = useTranslation('overview');
  return (
    <nav className={classes.tabs} aria-label={t('tabs.label')}>
      {(['overview', 'audit'] as const).map((tab) => (
        <Link
          key={tab}
          to="."
          search={(tab === 'audit' ? { tab } : {}) as never}
          resetScroll={false}
          aria-current={tab === current ? 'page' : undefined}
          activeProps={{}}
          className={classes.tab}
          data-current={tab === current || undefined}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
