import { errorText } from '@fairwatch/contract';
import { IconEyeOff } from '@tabler/icons-react';
import { useComponentTexts } from '../components/use-component-texts.ts';
import { useOpenDevice } from '../device-feature/use-open-device.ts';
import classes from './transparency-banner.module.css';

/** Stands above every page of a device whose note that it is supervised is not shown: nothing is asked of it. */
export function TransparencyBanner() {
  const { t } = useComponentTexts();
  if (useOpenDevice()?.noticeShown !== false) return null;
  return (
    <output className={classes.banner}>
      <IconEyeOff size={20} aria-hidden />
      <span>
        <strong>{t('notTransparent')}:</strong> {errorText('notice_not_shown')}
      </span>
    </output>
  );
}
