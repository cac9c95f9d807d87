import { IconBell, IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { DeviceTag } from '../../../shared/device-feature/device/device-tag.tsx';
import { NotSharedView } from '../../../shared/device-feature/consent/not-shared-view.tsx';
import { withheldBy } from '../../../shared/device-feature/consent/withheld.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { NotificationDialog } from './notification-dialog.tsx';
import { columns } from './push-notifications.columns.tsx';
import { usePushNotifications } from './use-push-notifications.ts';

const NewNotification = lazyDialog(async () => (await import('./new-notification.tsx')).NewNotification);

/** The push notifications to a device's person with their delivery status, and the dialog for a new one. */
export function PushNotificationsView() {
  const { t } = useTranslation('push-notifications');
  const { device, deviceLoading, list, send, disabledReason } = usePushNotifications();
  const [writing, setWriting] = useState(false);
  const [viewedId, setViewedId] = useState<number | null>(null);
  // Taken from the list, so that an open dialog shows changes of the status.
  const viewed = list.rows.find(({ id }) => id === viewedId);
  const withheld = withheldBy(list.error) !== null;
  return (
    <>
      <PageHeader
        title={t('title')}
        aside={<DeviceTag device={device} loading={deviceLoading} />}
        subtitle={t('subtitle')}
        actions={
          <ReasonButton
            reason={disabledReason}
            leftSection={<IconSend2 size={16} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            {t('new')}
          </ReasonButton>
        }
      />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        onRowOpen={({ id }) => setViewedId(id)}
        toolbar={withheld ? undefined : <SearchBox label={t('search')} view={list.view} />}
        failed={withheld ? <NotSharedView error={list.error} refetch={list.refetch} /> : undefined}
        empty={
          <ListEmptyView
            list={list}
            icon={IconBell}
            title={t('empty.title')}
            hint={t('empty.hint')}
            actions={
              <ReasonButton variant="light" reason={disabledReason} onClick={() => setWriting(true)}>
                {t('empty.write')}
              </ReasonButton>
            }
          />
        }
      />
      {viewed && <NotificationDialog notification={viewed} close={() => setViewedId(null)} />}
      {writing && <NewNotification device={device} send={send} close={() => setWriting(false)} />}
    </>
  );
}
