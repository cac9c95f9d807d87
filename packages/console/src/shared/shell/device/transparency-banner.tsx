import { serverErrorText } from '../../../core/api/server-error-text.ts';
import { IconEyeOff } from '@tabler/icons-react';
import { useComponentTexts } from '../../../core/components/use-component-texts.ts';
import { useOpenDevice } from '../../device-feature/device/use-open-device.ts';
import classes from './transparency-banner.module.css';

/** Warns above every page of a device that does not show its supervision notice. The server sends such a device no commands. */
export function TransparencyBanner() {
  const { t } = useComponentTexts();
  if (useOpenDevice()?.noticeShown !== false) return null;
  return (
    <output className={classes.banner}>
      <IconEyeOff size={20} color="var(--fw-bad)" aria-hidden />
      <span>
        <strong>{t('notTransparent')}:</strong> {serverErrorText('notice_not_shown')}
      </span>
    </output>
  );
}
