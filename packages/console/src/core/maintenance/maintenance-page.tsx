import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDocumentTitle } from '../router/use-document-title.ts';
import { Mark } from '@fairwatch/look';
import { StatusLayout } from '../theme/status-layout.tsx';

interface MaintenancePageProps {
  checking: boolean;
  check: () => void;
}

export function MaintenancePage({ checking, check }: MaintenancePageProps) {
  const { t } = useTranslation();
  useDocumentTitle(t('maintenance.title'));
  return (
    <StatusLayout>
      <Mark size={56} />
      <Title order={1}>{t('maintenance.title')}</Title>
      <Text c="dimmed">{t('maintenance.text')}</Text>
      <Button variant="default" onClick={check} disabled={checking}>
        {checking ? t('maintenance.checking') : t('maintenance.check')}
      </Button>
    </StatusLayout>
  );
}
