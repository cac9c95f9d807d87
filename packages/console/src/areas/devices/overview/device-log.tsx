import { auditList } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Can } from '../../../core/components/can.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { LoadingLines } from './loading-lines.tsx';
import { useVisits } from './visits/use-visits.ts';
import { VisitItem } from './visits/visit-item.tsx';
import classes from './visits/visits.module.css';
import { pageLink } from '../../../core/router/page-link.ts';

/** The log of who did what on this device and when, grouped by visit as its person reads it. */
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
          <Link {...pageLink('/audit', { search: { deviceId } })} className={classes.all}>
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
