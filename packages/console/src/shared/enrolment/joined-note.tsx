import type { Passcode } from '@fairwatch/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { useDeviceLink } from '../device-feature/device/use-device-link.ts';
import classes from './join-dialog.module.css';

/** Says that somebody has joined with a passcode, and leads to their device. Empty until then, so that it is announced. */
export function JoinedNote({ passcode: { state, usedBy } }: { passcode: Passcode }) {
  const { t } = useTranslation('join');
  const linkTo = useDeviceLink();
  const link = usedBy && linkTo(usedBy.deviceId);
  return (
    <output className={classes.joined}>
      {state === 'USED' && (
        <>
          <IconCircleCheck size={20} aria-hidden />
          <span>
            {usedBy === null ? t('joined.somebody') : t('joined.who', { name: usedBy.deviceName })}{' '}
            {link !== null && <Link to={link}>{t('joined.open')}</Link>}
          </span>
        </>
      )}
    </output>
  );
}
