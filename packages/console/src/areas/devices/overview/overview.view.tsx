import { deviceSummary, deviceVisits } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query, queryClient } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { PageTabs } from '../../../core/components/page/page-tabs.tsx';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { DeviceTag } from '../../../shared/device-feature/device/device-tag.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { noSuchId } from '../../../core/router/id-in-address.ts';
import type { StartCalls } from '../../../core/router/page.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { AtAGlance, glanceCalls } from './at-a-glance.tsx';
import { EndDevice } from './end-device/end-device.tsx';
import { UpdateAll } from './update-all/update-all.tsx';
import texts from './overview.texts.json';
import { pageLink } from '../../../core/router/page-link.ts';

addTexts('overview', texts);

// Lazy, because few admins open it.
const DeviceLog = lazy(async () => ({ default: (await import('./device-log.tsx')).DeviceLog }));

/** Makes the calls of the overview before it is drawn. The log of the device has others. */
export const startOverviewCalls: StartCalls = (deviceId, { tab }) => {
  if (tab === 'audit') return;
  const [glance, sharing, device] = glanceCalls(deviceId);
  void queryClient.prefetchQuery(query(deviceSummary, { deviceId }));
  void queryClient.prefetchQuery(glance);
  void queryClient.prefetchQuery(sharing);
  void queryClient.prefetchQuery(device);
};

/** The overview of a device and, with the permission, its log. */
export function OverviewView() {
  const { t } = useTranslation('overview');
  const deviceId = useCurrentPage().deviceId ?? noSuchId;
  const summary = useQuery(query(deviceSummary, { deviceId }));
  const canReadLog = useCan(deviceVisits);
  const { tab } = useUrlSearch().raw;
  const showsLog = canReadLog && tab === 'audit';
  return (
    <>
      <PageHeader
        title={t('title')}
        aside={<DeviceTag device={summary.data?.data ?? null} loading={summary.isPending} />}
        subtitle={t('subtitle')}
        actions={
          !summary.isError && (
            <>
              <UpdateAll device={summary.data?.data ?? null} />
              <EndDevice device={summary.data?.data ?? null} />
            </>
          )
        }
      />
      {canReadLog && <Tabs deviceId={deviceId} current={showsLog ? 'audit' : 'overview'} />}
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

function Tabs({ deviceId, current }: { deviceId: number; current: 'overview' | 'audit' }) {
  const { t } = useTranslation('overview');
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={(['overview', 'audit'] as const).map((tab) => ({
        label: t(`tabs.${tab}`),
        link: pageLink('/device/overview/$deviceId', { params: { deviceId }, search: tab === 'audit' ? { tab } : {} }),
        isCurrent: tab === current,
      }))}
    />
  );
}
