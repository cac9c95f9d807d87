import { serverList } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ServersTable } from './servers-table.tsx';
import classes from './servers.module.css';
import texts from './servers.texts.json';

addTexts('servers', texts);

/** Servers report every five seconds. */
const refetchEveryMs = 5000;

/** Shows which servers there are and how they are doing. */
export function ServersView() {
  const { t } = useTranslation('servers');
  const { data, error, refetch, isPending } = useQuery({
    ...query(serverList, {}),
    refetchInterval: refetchEveryMs,
  });
  const help = data?.data.isCluster ? 'cluster' : 'alone';
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {data === undefined && error ? (
        <ErrorView error={error} retry={refetch} />
      ) : (
        <ServersTable servers={data?.data.servers ?? []} loading={isPending} />
      )}
      {data !== undefined && (
        <div className={classes.help}>
          <Card title={t(`${help}.title`)}>
            <Text size="sm" c="dimmed" maw={720}>
              {t(`${help}.text`)}
            </Text>
          </Card>
        </div>
      )}
    </>
  );
}
