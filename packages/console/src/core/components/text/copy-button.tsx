import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toast } from '../../toast/toast.tsx';
import { copyText } from './copy-text.ts';
import { useComponentTexts } from '../use-component-texts.ts';

/** How long the button shows a check mark after copying. */
const feedbackMs = 1500;

interface CopyButtonProps {
  /** The accessible name, such as "Copy the model". */
  label: string;
  text: string;
}

/** Copies a text to the clipboard. A check mark confirms it for a moment and is announced to screen readers. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { t } = useComponentTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
    } catch {
      toast.error(t('copy.failed'));
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={copied ? t('copy.done') : label}
      title={label}
      aria-live="polite"
      onClick={() => void copy()}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
