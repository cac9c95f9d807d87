import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { Dialog } from '../../core/components/dialog.tsx';
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

/** One path of squares. Black on white in every theme: scanners expect it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size: width, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file to show
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
