import { ActionIcon } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { toast } from '../../core/toast/toast.tsx';
import { useCompanionTexts } from './use-companion-texts.ts';

/** Shares a link with another app, in browsers with the Web Share API. */
export function ShareButton({ address }: { address: string }) {
  const { t } = useCompanionTexts();
  if (typeof navigator.share !== 'function') return null;
  const share = async () => {
    try {
      await navigator.share({ title: t('joinTitle'), url: address });
    } catch (error) {
      // Closing the browser's own dialog is a choice, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('shareFailed'));
    }
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={t('share')}
      title={t('share')}
      onClick={() => void share()}
    >
      <IconShare size={14} aria-hidden />
    </ActionIcon>
  );
}
