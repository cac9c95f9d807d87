import { startPhoneTest } from '@fairwatch/contract';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDeviceMobileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '../../core/components/can.tsx';
import { lazyDialog } from '../../core/shortcuts/opening.tsx';
import { useCompanionTexts } from '../companion/use-companion-texts.ts';

// Lazy, because it is needed until phones have joined.
const ConnectDialog = lazyDialog(async () => (await import('./connect-dialog.tsx')).ConnectDialog);

/** Opens *Connect a phone*, for those who may make passcodes. */
export function ConnectPhone(look: Pick<ButtonProps, 'size' | 'mt'>) {
  const { t } = useCompanionTexts();
  const [open, setOpen] = useState(false);
  return (
    <Can use={startPhoneTest}>
      <Button
        {...look}
        variant="default"
        leftSection={<IconDeviceMobileCheck size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('connect')}
      </Button>
      {open && <ConnectDialog close={() => setOpen(false)} />}
    </Can>
  );
}
