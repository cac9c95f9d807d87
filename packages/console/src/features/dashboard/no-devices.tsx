import { passcodeList } from '@fairwatch/contract';
import { Paper } from '@mantine/core';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../core/components/can.tsx';
import { EmptyView } from '../../core/components/empty-view.tsx';
import { useBegan } from '../../core/get-started/use-began.ts';
import classes from './dashboard.module.css';

// For the first day only: whoever has devices never loads it.
const GetStarted = lazy(async () => ({ default: (await import('../../core/get-started/get-started.tsx')).GetStarted }));

interface NoDevicesProps {
  devicesCount: number;
  refetch: () => Promise<unknown>;
}

/**
 * What stands where the charts of devices would. Whoever may make passcodes is led to the first device, until its last
 * step; everyone else waits for one.
 */
export function NoDevices({ devicesCount, refetch }: NoDevicesProps) {
  const { t } = useTranslation('dashboard');
  const guided = useCan(passcodeList);
  const began = useBegan(devicesCount === 0);
  if (guided && began) {
    return (
      <div className={classes.noDevices}>
        <Suspense fallback={<Paper className={classes.guide} aria-busy />}>
          <GetStarted framed />
        </Suspense>
      </div>
    );
  }
  if (devicesCount > 0) return null;
  return (
    <Paper component="section" className={classes.noDevices}>
      <EmptyView
        icon={IconDeviceMobilePlus}
        title={t('noDevices.title')}
        hint={t('noDevices.hint')}
        refetch={refetch}
      />
    </Paper>
  );
}
