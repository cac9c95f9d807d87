import { cdnList, type CdnFile } from '@fairwatch/contract';
import { Title } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight, IconHistory } from '@tabler/icons-react';
import { query } from '../../../core/api/query.ts';
import type { Column } from '../../../core/components/table/columns.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { useSmallList } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { HistoryFrame } from '../../../shared/device-feature/commands/history-frame.tsx';
import { historyPanelId } from '../../../shared/device-feature/commands/use-command-history.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

interface CdnHistoryProps {
  deviceId: number;
  /** The panel's name in the URL. */
  name: string;
}

/** The history of stored files: when each arrived, in which direction, and which admin requested it. */
export function CdnHistory({ deviceId, name }: CdnHistoryProps) {
  const { t } = useTranslation('files');
  const view = useSmallList({ pageWord: `${name}Page`, pageSize: 5, sortBy: 'storedAt' });
  const list = usePagedList(query(cdnList, { deviceId, page: view.page, pageSize: view.pageSize }), view);
  return (
    <HistoryFrame id={historyPanelId(name)} label={t('cdnHistory.button')}>
      <DataTable
        compact
        label={t('cdnHistory.button')}
        columns={columns}
        list={list}
        toolbar={<Title order={2}>{t('cdnHistory.button')}</Title>}
        empty={<EmptyView icon={IconHistory} title={t('cdn.empty')} hint={t('cdn.emptyHint')} refetch={list.refetch} />}
      />
    </HistoryFrame>
  );
}

const columns: readonly Column<CdnFile>[] = [
  { key: 'fileName', header: 'files:columns.name', card: 'title' },
  {
    key: 'direction',
    header: 'files:cdnHistory.direction',
    text: ({ direction }) => i18n.t(`files:cdnHistory.${direction}`),
    cell: ({ direction }) => {
      const Icon = direction === 'TO_DEVICE' ? IconArrowUpRight : IconArrowDownLeft;
      return (
        <span className="fw-inline">
          <Icon size={16} aria-hidden />
          {i18n.t(`files:cdnHistory.${direction}`)}
        </span>
      );
    },
    width: '11rem',
  },
  {
    key: 'fileSize',
    header: 'files:columns.size',
    text: ({ fileSize }) => sizeText(fileSize, currentLanguage()),
    width: '7rem',
  },
  { key: 'requestedBy', header: 'files:cdnHistory.requestedBy', width: '16%' },
  {
    key: 'storedAt',
    header: 'files:cdnHistory.storedAt',
    cell: ({ storedAt }) => <RelativeTime at={storedAt} />,
    width: '16%',
  },
];
