import {
  createPushNotification,
  deviceSummary,
  pushNotifications,
  pushNotificationSortFields,
  type Device,
  type Language,
  type NotificationType,
  type PushNotification,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '../../../core/api/query.ts';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../core/components/table/use-paged-list.ts';
import { useDisabledReason } from '../../../shared/device-feature/commands/use-disabled-reason.ts';
import { noSuchId } from '../../../core/router/id-in-address.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

/** A notification that is not sent yet. */
export interface Draft {
  title: string;
  message: string;
  type: NotificationType;
  language: Language | null;
}

/** The state of the page for the push notifications of the device in the URL. */
export interface PushNotifications {
  /** Null while it is loading, or when there is no such device. */
  device: Device | null;
  deviceLoading: boolean;
  list: PagedList<PushNotification>;
  /** Rejects when the server refuses it; the draft then stays. */
  send: (draft: Draft) => Promise<void>;
  /** Why no notification can be sent now; null if one can. */
  disabledReason: string | null;
}

const newestFirst = { sortFields: pushNotificationSortFields, sortBy: 'createdAt', sortDirection: 'desc' } as const;

export function usePushNotifications(): PushNotifications {
  const deviceId = useCurrentPage().deviceId ?? noSuchId;
  const view = useListSearch(newestFirst);
  const { search, page, pageSize } = view;
  const list = usePagedList(query(pushNotifications, { deviceId, search, page, pageSize }), view);
  const summary = useQuery(query(deviceSummary, { deviceId }));
  const sending = useCall(createPushNotification);
  return {
    device: summary.data?.data ?? null,
    deviceLoading: summary.isPending,
    list,
    send: async (draft) => {
      await toastPromise(sending.mutateAsync({ deviceId, ...draft }));
      await refetchChanged('push-notifications', deviceId);
    },
    // A push notification is not a command, so pending commands do not block it.
    disabledReason: useDisabledReason(createPushNotification, { error: list.error, open: null }),
  };
}
