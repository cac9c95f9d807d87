import { auditList } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Can } from '../../core/components/can.tsx';
import { EmptyView } from '../../core/components/empty-view.tsx';
import { ErrorView } from '../../core/components/error-view.tsx';
import { LoadingLines } from './loading-lines.tsx';
import { useVisits } from './visits/use-visits.ts';
import { VisitItem } from './visits/visit-item.tsx';
import classes from './visits/visits.module.css';

/** Who did what to this device, and when: by visits, as its person reads it. */
export function DeviceLog({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('overview');
  const { items, loading, error, refetch, more, loadingMore } = useVisits(deviceId);
  if (error) return <ErrorView error={error} retry={refetch} />;
  if (loading) {
    return (
      <div className={classes.panel}>
        <div className={classes.loading}>
          <LoadingLines count={6} />
        </div>
      </div>
    );
  }
  if (items.length === 0) {
    return <EmptyView icon={IconHistoryToggle} title={t('log.empty')} hint={t('log.emptyHint')} refetch={refetch} />;
  }
  return (
    <section className={classes.panel} aria-label={t('log.label')}>
      <div className={classes.bar}>
        <p>{t('log.intro')}</p>
        <Can use={auditList}>
          <Link to="/audit" search={{ deviceId } as never} className={classes.all}>
            {t('log.all')}
          </Link>
        </Can>
      </div>
      <ul className={classes.visits}>
        {items.map((visit) => (
          <VisitItem key={visit.first} deviceId={deviceId} visit={visit} skeleton={<LoadingLines count={3} />} />
        ))}
      </ul>
      {more && (
        <div className={classes.foot}>
          <Button variant="default" loading={loadingMore} onClick={more}>
            {t('log.more')}
          </Button>
        </div>
      )}
    </section>
  );
}
