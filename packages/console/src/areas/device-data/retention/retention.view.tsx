import { Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { addTexts, currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { RetentionTable } from './retention-table.tsx';
import texts from './retention.texts.json';
import { useRetention } from './use-retention.ts';

addTexts('retention', texts);

// Lazy, because these cards are below the main content.
const DefaultHoursCard = lazy(async () => ({ default: (await import('./default-hours-card.tsx')).DefaultHoursCard }));
const WebPushCard = lazy(async () => ({ default: (await import('./web-push-card.tsx')).WebPushCard }));

/** Shows and changes how long each kind of data is kept. */
export function RetentionView() {
  const { t } = useTranslation('retention');
  const { kinds, loading, error, refetch, typed, type, reset, changed, wrong, ...saving } = useRetention();
  const due = saving.confirming ?? 0;
  useUnsavedChanges(changed || wrong);
  const disabledReason = wrong ? t('mendFirst') : changed ? null : t('nothingChanged');
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {(changed || wrong) && (
              <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={reset}>
                {t('reset')}
              </Button>
            )}
            <ReasonButton
              reason={disabledReason}
              loading={saving.saving}
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={saving.ask}
            >
              {t('save')}
            </ReasonButton>
          </>
        }
      />
      {error ? (
        <ErrorView error={error} retry={refetch} />
      ) : (
        <RetentionTable kinds={kinds} loading={loading} typed={typed} onType={type} />
      )}
      {/* Shown once the table has its rows, because those would push the cards down. */}
      {!loading && (
        <>
          <Text size="sm" c="dimmed" mt="md" maw={720}>
            {t('howItWorks')}
          </Text>
          <Suspense>
            <DefaultHoursCard />
            <WebPushCard />
          </Suspense>
        </>
      )}
      <ConfirmDialog
        opened={saving.confirming !== null}
        title={t('confirm.title')}
        confirm={t('confirm.save')}
        cancel={t('confirm.cancel')}
        onConfirm={saving.save}
        onCancel={saving.cancel}
      >
        <Text size="sm">
          {t('confirm.text', { count: due, rows: new Intl.NumberFormat(currentLanguage()).format(due) })}
        </Text>
      </ConfirmDialog>
    </>
  );
}
