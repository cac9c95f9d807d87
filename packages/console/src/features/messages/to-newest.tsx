import type { Message } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './message-list.module.css';
import { useUnseen } from './use-unseen.ts';

interface ToNewestProps {
  atEnd: boolean;
  messages: readonly Message[];
  /** The newest messages are among them. */
  complete: boolean;
  newestId: number | null;
  go: () => void;
}

/** Leads to the end of the thread, and says how much has come there since one was last at it. */
export function ToNewest({ atEnd, messages, complete, newestId, go }: ToNewestProps) {
  const { t } = useTranslation('messages');
  const unseen = useUnseen({ atEnd, messages, complete, newestId });
  const words =
    unseen === 'some' ? t('conversation.newSome') : unseen > 0 ? t('conversation.new', { count: unseen }) : '';
  return (
    <>
      <output className={classes.announcement}>{words}</output>
      {!atEnd && (
        <Button
          className={classes.toNewest}
          size="compact-md"
          radius="xl"
          variant={words === '' ? 'default' : 'filled'}
          aria-label={words === '' ? t('conversation.newest') : undefined}
          title={t('conversation.newest')}
          onClick={go}
        >
          {words}
          <IconArrowDown size={16} aria-hidden />
        </Button>
      )}
    </>
  );
}
