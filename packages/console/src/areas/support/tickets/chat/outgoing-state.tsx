import { Button } from '@mantine/core';
import { useTicketTexts } from '../use-ticket-texts.ts';
import classes from './chat.module.css';
import { outbox } from '../outbox/outbox.ts';
import type { OutgoingMessage } from '../outbox/outgoing.ts';

/** The state of an outgoing message: its progress, or the error with Retry and Discard. */
export function OutgoingState({ message: { clientId, state, problem, file, share } }: { message: OutgoingMessage }) {
  const { t } = useTicketTexts();
  if (state === 'sent') return null;
  // A queued message is shown as sending; one that waits for the connection is not.
  const hasProblem = state === 'failed' || (state === 'waiting' && problem !== null);
  if (!hasProblem) {
    return (
      <div className={classes.state}>
        {file === null ? (
          t('chat.sending')
        ) : (
          <progress className={classes.progress} max={1} value={share} aria-label={t('chat.sending')} />
        )}
      </div>
    );
  }
  return (
    <div className={classes.state} data-state={state}>
      <output>{state === 'failed' ? `${t('chat.failed')}: ${problem}` : t('chat.waiting')}</output>
      <Button size="compact-xs" variant="subtle" onClick={() => outbox.retry(clientId)}>
        {t('chat.retry')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => outbox.discard(clientId)}>
        {t('chat.discard')}
      </Button>
    </div>
  );
}
