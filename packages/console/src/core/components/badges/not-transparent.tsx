import { IconEyeOff } from '@tabler/icons-react';
import { useComponentTexts } from '../use-component-texts.ts';
import { ToneBadge } from './tone-badge.tsx';

/** Marks a device that does not show its supervision notice. Renders nothing when it does or has not reported it yet (null). */
export function NotTransparentMark({ noticeShown }: { noticeShown: boolean | null }) {
  const { t } = useComponentTexts();
  return noticeShown === false && <ToneBadge icon={IconEyeOff} tone="bad" label={t('notTransparent')} />;
}
