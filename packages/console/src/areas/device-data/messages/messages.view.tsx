import { conversation, findMessages, messages, messageThreads } from '@fairwatch/contract';
import { Loader, Stack, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { queryClient } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import { NotSharedView } from '../../../shared/device-feature/consent/not-shared-view.tsx';
import { UpdateAction } from '../../../shared/device-feature/commands/update-action.tsx';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { loadOrReload } from '../../../core/router/lazy-page.ts';
import { exportColumns } from './messages.columns.ts';
import classes from './messages.module.css';
import texts from './messages.texts.json';
import { ThreadList } from './thread-list.tsx';
import { useMessagesUrl } from './use-messages-url.ts';
import { useThreads } from './use-threads.ts';

addTexts('messages', texts);

const loadConversation = () => import('./conversation.tsx');

// Lazy, so that the list of threads is shown before the code of a conversation is loaded.
const Conversation = lazy(async () => ({
  default: (await loadOrReload('conversation', loadConversation, () => location.reload())).Conversation,
}));

/** The text messages of a device: the list of conversations beside the open one. A phone shows one of the two. */
export function MessagesView() {
  const { t } = useTranslation('messages');
  const list = useDeviceFeature(messages);
  const { thread } = useMessagesUrl();
  useClearWithdrawnMessages(list.shared, list.deviceId);
  const fileWords = [messages.id, list.device ? deviceName(list.device) : String(list.deviceId)];
  return (
    <div className={classes.page} data-reading={thread !== null || undefined}>
      <div className={classes.header}>
        <DeviceFeatureHeader
          list={list}
          actions={
            list.shared && (
              <span className={classes.exportAll}>
                <ExportButton
                  empty={list.rows.pagination === null || list.rows.pagination.totalItems === 0}
                  source={{ name: t('title'), fileWords, columns: exportColumns, fetchPage: list.fetchPage }}
                />
              </span>
            )
          }
        />
      </div>
      <div className={`fw-panel ${classes.panel}`}>
        {list.shared ? (
          <Messages list={list} fileWords={fileWords} />
        ) : (
          <NotSharedView error={list.rows.error} refetch={list.rows.refetch} />
        )}
      </div>
    </div>
  );
}

interface MessagesProps {
  list: ReturnType<typeof useDeviceFeature<typeof messages>>;
  fileWords: readonly string[];
}

function Messages({ list, fileWords }: MessagesProps) {
  const { t } = useTranslation('messages');
  const url = useMessagesUrl();
  const { search } = list.rows.view;
  const person = list.device?.displayName ?? t('person');
  const threads = useThreads(list.deviceId, search);
  const isEmpty = !threads.loading && threads.threads.length === 0;
  const empty = (
    <ListEmptyView
      list={{ ...list.rows, refetch: threads.refetch }}
      icon={IconMessages}
      title={t('empty.title')}
      hint={t('empty.hint')}
      actions={<UpdateAction list={list} />}
    />
  );
  if (threads.error) return <ErrorView error={threads.error} retry={threads.refetch} />;
  if (isEmpty && search === '' && url.thread === null) return empty;
  return (
    <>
      <div className={classes.threads}>
        <div className={classes.search}>
          <SearchBox label={t('search')} view={list.rows.view} />
        </div>
        {isEmpty ? empty : <ThreadList list={threads} search={search} chosen={url.thread} person={person} />}
      </div>
      <div className={classes.conversation}>
        {url.thread === null ? (
          <NoThreadOpen />
        ) : (
          <Suspense fallback={<Loader m="auto" aria-label={t('conversation.loading')} />}>
            <Conversation
              key={url.thread}
              deviceId={list.deviceId}
              address={url.thread}
              person={person}
              fileWords={fileWords}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

function NoThreadOpen() {
  const { t } = useTranslation('messages');
  return (
    <Stack align="center" gap={4} m="auto" p="lg" ta="center" c="dimmed">
      <IconMessages size={28} stroke={1.5} aria-hidden />
      <Text component="h2" fw={600} mt="xs" c="var(--fw-ink)">
        {t('choose.title')}
      </Text>
      <Text size="sm">{t('choose.hint')}</Text>
    </Stack>
  );
}

/** Removes cached messages once the person withdraws consent, so that they are not shown from the cache later. */
function useClearWithdrawnMessages(shared: boolean, deviceId: number): void {
  useEffect(() => {
    if (shared) return;
    for (const { path } of [messageThreads, conversation, findMessages]) {
      queryClient.removeQueries({
        predicate: ({ queryKey: [key, input] }) =>
          key === path && (input as { deviceId: number }).deviceId === deviceId,
      });
    }
  }, [shared, deviceId]);
}
