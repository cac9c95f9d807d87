import { savePasscodes } from '@fairwatch/contract';
import { Button, Paper } from '@mantine/core';
import { IconDeviceMobilePlus, IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../core/components/can.tsx';
import { EmptyView } from '../../core/components/empty-view.tsx';
import classes from './dashboard.module.css';

/** What stands where the charts of devices would: how the first one joins. */
export function NoDevices({ refetch }: { refetch: () => Promise<unknown> }) {
  const { t } = useTranslation('dashboard');
  const invites = useCan(savePasscodes);
  return (
    <Paper component="section" className={classes.noDevices}>
      <EmptyView
        icon={IconDeviceMobilePlus}
        title={t('noDevices.title')}
        hint={t(invites ? 'noDevices.hint' : 'noDevices.hintOther')}
        refetch={refetch}
        actions={
          invites && (
            <Button component={Link} to="/otp-list" leftSection={<IconKey size={16} aria-hidden />}>
              {t('noDevices.passcode')}
            </Button>
          )
        }
      />
    </Paper>
  );
}
