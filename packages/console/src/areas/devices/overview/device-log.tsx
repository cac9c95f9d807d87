import { auditList } from '@fairwatch/contract';
import { Box, Button, Group } from '@mantine/core';
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
      <Box className="fw-panel" p="md">
        <LoadingLines count={6} />
      </Box>
    );
  }
  if (items.length === 0) {
    return <EmptyView icon={IconHistoryToggle} title={t('log.empty')} hint={t('log.emptyHint')} refetch={refetch} />;
  }
  return (
    <section className={`fw-panel fw-lines ${classes.panel}`} aria-label={t('log.label')}>
      <Group justify="space-between" gap="xs" px="md" py="sm">
        <p className="fw-muted">{t('log.intro')}</p>
        <Can use={auditList}>
          <Link {...pageLink('/audit', { search: { deviceId } })}>{t('log.all')}</Link>
        </Can>
      </Group>
      <ul className="fw-lines">
        {items.map((visit) => (
          <VisitItem key={visit.first} deviceId={deviceId} visit={visit} skeleton={<LoadingLines count={3} />} />
        ))}
      </ul>
      {more && (
        <Group justify="center" p="sm">
          <Button variant="default" loading={loadingMore} onClick={more}>
            {t('log.more')}
          </Button>
        </Group>
      )}
    </section>
  );
}
