import { passcodeList } from '@fairwatch/contract';
import { Paper } from '@mantine/core';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useCan } from '../../../core/components/can.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { useBegan } from '../../../shared/get-started/use-began.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './dashboard.module.css';

// Lazy, because it is shown only until the first device has joined.
const GetStarted = lazy(async () => ({
  default: (await import('../../../shared/get-started/get-started.tsx')).GetStarted,
}));

interface NoDevicesProps {
  devicesCount: number;
  refetch: () => Promise<unknown>;
}

/**
 * Replaces the charts while there are no devices. Admins who may create passcodes get the guide to the first device; all others
 * see that they wait for one.
 */
export function NoDevices({ devicesCount, refetch }: NoDevicesProps) {
  const { t } = useTranslation('dashboard');
  const isGuided = useCan(passcodeList);
  const began = useBegan(devicesCount === 0);
  if (isGuided && began) {
    return (
      <div className={classes.noDevices}>
        <Suspense fallback={<Paper h="27rem" aria-busy />}>
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
