import '@mantine/core/styles/Skeleton.layer.css';
import { approvalList } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query, readError } from '../../../core/api/query.ts';
import frame from '../../../core/components/table/data-table.module.css';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ApprovalRow } from './approval-row.tsx';
import texts from './approvals.texts.json';

addTexts('approvals', texts);

/** Lists the requests for the approval of a second admin, both pending and decided. */
export function ApprovalsView() {
  const { t } = useTranslation('approvals');
  const { data, error, isPending, refetch } = useQuery(query(approvalList, {}));
  const failed = readError({ data, error });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {failed && <ErrorView error={failed} retry={refetch} />}
      {isPending && <Skeleton height={88} radius="md" aria-busy />}
      {data?.data.length === 0 && (
        <EmptyView icon={IconEyeCheck} title={t('empty.title')} hint={t('empty.hint')} refetch={refetch} />
      )}
      {data && data.data.length > 0 && (
        <div className={frame.panel}>
          <ul className="fw-lines" aria-label={t('label')}>
            {data.data.map((approval) => (
              <ApprovalRow key={approval.id} approval={approval} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
