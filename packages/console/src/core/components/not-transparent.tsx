import { IconEyeOff } from '@tabler/icons-react';
import classes from './not-transparent.module.css';
import { useComponentTexts } from './use-component-texts.ts';

/** Marks a device whose note that it is supervised is not shown; draws nothing while it is, or before the device told. */
export function NotTransparentMark({ noticeShown }: { noticeShown: boolean | null }) {
  const { t } = useComponentTexts();
  if (noticeShown !== false) return null;
  return (
    <span className={classes.mark}>
      <IconEyeOff size={14} aria-hidden />
      {t('notTransparent')}
    </span>
  );
}
