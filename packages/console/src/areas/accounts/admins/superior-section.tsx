import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { SectionFrame, type SectionProps } from './section.tsx';
import classes from './settings.module.css';

const SuperiorDialog = lazy(async () => ({ default: (await import('./superior-dialog.tsx')).SuperiorDialog }));

/** Shows whom an admin reports to, and changes it. */
export function SuperiorSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const [open, setOpen] = useState(false);
  const { adminStatus, reportsTo, username: name } = admin;
  return (
    <SectionFrame
      title={t('superior.title')}
      text={t(adminStatus === 'SUPER_ADMIN' ? 'superior.super' : 'superior.text')}
    >
      {adminStatus !== 'SUPER_ADMIN' && (
        <div className={classes.line}>
          <span className={classes.grow}>{reportsTo === '' ? t('superior.nobody') : reportsTo}</span>
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
        </div>
      )}
      {open && (
        <Suspense fallback={<Opening />}>
          <SuperiorDialog admin={admin} close={() => setOpen(false)} />
        </Suspense>
      )}
    </SectionFrame>
  );
}
