import {
  createPushNotification,
  deviceSummary,
  pushNotifications,
  pushNotificationSortFields,
  type Device,
  type NotificationType,
  type PushNotification,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '../../core/api/query.ts';
import { useListSearch } from '../../core/components/use-list-search.ts';
import { usePagedList, type PagedList } from '../../core/components/use-paged-list.ts';
import { useAskReason } from '../../core/device-feature/use-ask-reason.ts';
import { noSuchId } from '../../core/router/id-in-address.ts';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';

/** What the admin wrote. */
export interface Draft {
  title: string;
  message: string;
  type: NotificationType;
}

/** The notifications of the device in the URL, with all that their page needs. */
export interface PushNotifications {
  /** Null while it is loading, or when there is no such device. */
  device: Device | null;
  deviceLoading: boolean;
  list: PagedList<PushNotification>;
  /** Rejects when it was not taken: the draft then stays for another try. */
  send: (draft: Draft) => Promise<void>;
  /** Why none can be sent now, or null. */
  reason: string | null;
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
      await readAgain('push-notifications', deviceId);
    },
    // It is no command: it waits for none, and none waits for it.
    reason: useAskReason(createPushNotification, { error: list.error, pending: false }),
  };
}
