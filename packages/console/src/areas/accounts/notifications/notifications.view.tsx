import { markNotificationsRead, notificationKinds, notificationList, unreadNotifications } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { query, useCall } from '../../../core/api/query.ts';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { ListPanel } from '../../../core/components/table/list-panel.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useNotificationKinds } from '../../../shared/notification-kinds/use-notification-kinds.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { notificationStore } from '../../../core/session/notification-store.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { NotificationRows, NotificationSkeleton } from './notification-rows.tsx';
import texts from './notifications.texts.json';
import { pageLink } from '../../../core/router/page-link.ts';

addTexts('notifications', texts);

const defaults = { sortFields: ['createdAt'], sortBy: 'createdAt', sortDirection: 'desc' } as const;
const shown = ['ALL', 'UNREAD'] as const;

/** The notifications of the signed-in admin. */
export function NotificationsView() {
  const { t } = useTranslation('notifications');
  const view = useListSearch(defaults);
  const { raw, patch } = useUrlSearch();
  const type = notificationKinds.find((kind) => kind === raw['type']);
  const onlyUnread = raw['show'] === 'UNREAD';
  const filter = { ...(type && { type }), ...(onlyUnread && { status: 'UNREAD' as const }) };
  const input = { page: view.page, pageSize: view.pageSize, grouped: true, filter };
  const list = usePagedList(query(notificationList, input), view);
  const nameOf = useNotificationKinds();
  // Opening the list counts as having seen the latest notification.
  useEffect(() => {
    notificationStore.clear();
    return notificationStore.clear;
  }, []);
  const narrow = (change: Record<string, string | undefined>) => patch({ ...change, page: undefined });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<Actions />} />
      <ListPanel
        label={t('title')}
        list={list}
        toolbar={
          <>
            <Choice
              label={t('show.label')}
              options={shown.map((value) => ({ value, label: t(`show.${value}`) }))}
              value={onlyUnread ? 'UNREAD' : 'ALL'}
              onChange={(value) => narrow({ show: value === 'UNREAD' ? value : undefined })}
            />
            <FilterSelect
              label={t('kinds.label')}
              any={t('kinds.any')}
              options={notificationKinds.map((value) => ({ value, label: nameOf(value) }))}
              value={type}
              onChange={(value) => narrow({ type: value })}
            />
            <SavedViews list="notifications" />
          </>
        }
        loading={<NotificationSkeleton />}
        empty={
          onlyUnread && type === undefined ? (
            <EmptyView
              icon={IconChecks}
              title={t('allRead.title')}
              hint={t('allRead.hint')}
              refetch={list.refetch}
              actions={
                <Button variant="light" onClick={() => narrow({ show: undefined })}>
                  {t('allRead.all')}
                </Button>
              }
            />
          ) : (
            <ListEmptyView
              list={list}
              icon={IconBell}
              title={t('empty.title')}
              hint={t('empty.hint')}
              filter={{ active: type !== undefined, clear: () => narrow({ type: undefined, show: undefined }) }}
            />
          )
        }
      >
        <NotificationRows notifications={list.rows} filter={filter} />
      </ListPanel>
    </>
  );
}

function Actions() {
  const { t } = useTranslation('notifications');
  return (
    <>
      <Button variant="default" component={Link} {...pageLink('/account')} hash="notifications">
        {t('settings')}
      </Button>
      <MarkAll />
    </>
  );
}

function MarkAll() {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(query(unreadNotifications, {}));
  const { mutateAsync, isPending } = useCall(markNotificationsRead);
  const markAll = async () => {
    await toastPromise(mutateAsync({})).catch(() => undefined);
    await refetchChanged('notifications');
  };
  return (
    <Button
      variant="default"
      leftSection={<IconChecks size={16} aria-hidden />}
      disabled={(data?.data.count ?? 0) === 0}
      loading={isPending}
      onClick={() => void markAll()}
    >
      {t('markAll')}
    </Button>
  );
}
