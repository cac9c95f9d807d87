import { markNotificationsRead, newsKinds, notificationList, unreadNotifications } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { query, useCall } from '../../core/api/query.ts';
import { Choice } from '../../core/components/choice.tsx';
import { EmptyView } from '../../core/components/empty-view.tsx';
import { FilterSelect } from '../../core/components/filter-select.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { ListPanel } from '../../core/components/list-panel.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { useListSearch, useUrlSearch } from '../../core/components/use-list-search.ts';
import { usePagedList } from '../../core/components/use-paged-list.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useNewsKinds } from '../../core/news/use-news-kinds.ts';
import { SavedViews } from '../../core/saved-views/saved-views.tsx';
import { notificationStore } from '../../core/session/notification-store.ts';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { NotificationRows, NotificationSkeleton } from './notification-rows.tsx';
import texts from './notifications.texts.json';

addTexts('notifications', texts);

const defaults = { sortFields: ['createdAt'], sortBy: 'createdAt', sortDirection: 'desc' } as const;
const shown = ['ALL', 'UNREAD'] as const;

/** What the signed-in admin was told. */
export function NotificationsView() {
  const { t } = useTranslation('notifications');
  const view = useListSearch(defaults);
  const { raw, patch } = useUrlSearch();
  const type = newsKinds.find((kind) => kind === raw['type']);
  const onlyUnread = raw['show'] === 'UNREAD';
  const filter = { ...(type && { type }), ...(onlyUnread && { status: 'UNREAD' as const }) };
  const asked = { page: view.page, pageSize: view.pageSize, grouped: true, filter };
  const list = usePagedList(query(notificationList, asked), view);
  const nameOf = useNewsKinds();
  // Whoever looks at the list has seen the latest.
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
              options={newsKinds.map((value) => ({ value, label: nameOf(value) }))}
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
      <Button variant="default" component={Link} to="/account" hash="notifications">
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
    await readAgain('notifications');
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
