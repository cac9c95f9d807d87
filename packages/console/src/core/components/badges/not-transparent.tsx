import { IconEyeOff } from '@tabler/icons-react';
import classes from './not-transparent.module.css';
import { useComponentTexts } from '../use-component-texts.ts';

/** Marks a device that does not show its supervision notice. Renders nothing when it does or has not reported it yet (null). */
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
