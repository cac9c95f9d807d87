import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../core/components/dialog.tsx';
import { QrCode } from '../../core/components/qr-code.tsx';
import classes from './passcodes.module.css';
import { readable } from '../../core/components/readable-code.ts';

/** A passcode large enough to be read across a table, and to be scanned. */
export function PasscodeQr({ code, close }: { code: string; close: () => void }) {
  const { t } = useTranslation('passcodes');
  return (
    <Dialog title={t('qrTitle', { code: readable(code) })} close={close}>
      <Text size="sm" className={classes.text}>
        {t('qrText')}
      </Text>
      <QrCode text={code} label={t('qrImage')} />
      <p className={classes.large}>{readable(code)}</p>
      <Group justify="flex-end">
        <Button onClick={close}>{t('close')}</Button>
      </Group>
    </Dialog>
  );
}
