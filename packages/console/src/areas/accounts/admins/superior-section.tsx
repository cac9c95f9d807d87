import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import type { SectionProps } from './use-admin.ts';

const SuperiorDialog = lazyDialog(async () => (await import('./superior-dialog.tsx')).SuperiorDialog);

/** Shows whom an admin reports to, and changes it. */
export function SuperiorSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const [open, setOpen] = useState(false);
  const { adminStatus, reportsTo, username: name } = admin;
  return (
    <Card
      spaced
      title={t('superior.title')}
      about={t(adminStatus === 'SUPER_ADMIN' ? 'superior.super' : 'superior.text')}
    >
      {adminStatus !== 'SUPER_ADMIN' && (
        <Group gap="sm">
          <span className="fw-grow">{reportsTo === '' ? t('superior.nobody') : reportsTo}</span>
          {mayChange && adminStatus === 'ADMIN' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('superior.changeOf', { name })}
              onClick={() => setOpen(true)}
            >
              {t('superior.change')}
            </Button>
          )}
        </Group>
      )}
      {open && <SuperiorDialog admin={admin} close={() => setOpen(false)} />}
    </Card>
  );
}
