import { ticketWords } from '@fairwatch/device/words';
import { Button, Group } from '@mantine/core';
import { useLive } from '../../core/live/companion-context.ts';
import type { OutgoingFile } from '../../core/tickets/saved-tickets.ts';
import classes from './conversation.module.css';
import { t } from './tickets.texts.ts';
import { commonText } from '../../core/texts/common.texts.ts';

/** A text that the server does not have yet. It is sent automatically. */
export function UnsentBubble({ text }: { text: string }) {
  const isConnected = useLive((live) => live.connection === 'connected');
  return (
    <article className={classes.message} data-own>
      <p className={classes.author}>{ticketWords('you')}</p>
      <div className={classes.bubble} data-state="waiting">
        <p className={classes.text} dir="auto">
          {text}
        </p>
        <p className={classes.facts}>{isConnected ? ticketWords('sending') : ticketWords('waiting')}</p>
      </div>
    </article>
  );
}

interface OutgoingFileBubbleProps {
  file: OutgoingFile;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A file or recording that the server does not have yet. */
export function OutgoingFileBubble({ file, onRetry, onDiscard }: OutgoingFileBubbleProps) {
  const { kind, name, state, problem } = file;
  return (
    <article className={classes.message} data-own>
      <p className={classes.author}>{ticketWords('you')}</p>
      <div className={classes.bubble} data-state={state}>
        <p className={classes.text}>{kind === 'VOICE' ? ticketWords('voiceMessage') : name}</p>
        {state === 'failed' ? (
          <>
            <p className={classes.problem} role="alert">
              {t('notSent', { problem })}
            </p>
            <Group gap="xs">
              <Button size="sm" mih={44} variant="default" onClick={onDiscard}>
                {t('discard')}
              </Button>
              <Button size="sm" mih={44} onClick={onRetry}>
                {commonText('tryAgain')}
              </Button>
            </Group>
          </>
        ) : (
          <p className={classes.facts}>{state === 'sending' ? ticketWords('sending') : ticketWords('waiting')}</p>
        )}
      </div>
    </article>
  );
}
