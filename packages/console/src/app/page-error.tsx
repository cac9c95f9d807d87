import { isMissingCode } from '@fairwatch/look/missing-code';
import { Button, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isServerUnreachable, textOfError } from '../core/api/api-error.ts';
import { serverAnswers } from '../core/connection/server-answers.ts';
import { onRetrySignal } from '../core/connection/retry-signal.ts';
import { useTranslation } from '../core/i18n/use-translation.ts';
import { PageLoadError } from '../core/router/lazy-page.ts';
import classes from './app.module.css';

/** True while the page failed only because the server is unreachable, so that it can be retried automatically. */
function useIsServerUnreachable(error: unknown): boolean {
  const [isCodeUnreachable, setCodeUnreachable] = useState(false);
  useEffect(() => {
    // Code that is missing while the server answers would be missing again after every reload.
    const checkServer = async () => setCodeUnreachable(!(await serverAnswers()));
    if (isMissingCode(error)) void checkServer();
  }, [error]);
  return isCodeUnreachable || (error instanceof PageLoadError ? error.serverUnreachable : isServerUnreachable(error));
}

/**
 * Replaces a page that failed. Retry reloads the browser, which also fetches missing code, but only while the server answers:
 * otherwise the browser's own error page would replace the console.
 */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const isUnreachable = useIsServerUnreachable(error);
  const [state, setState] = useState<'idle' | 'trying' | 'away'>('idle');
  const isRetrying = useRef(false);

  const retry = useCallback(async () => {
    if (isRetrying.current) return;
    isRetrying.current = true;
    setState('trying');
    const answers = await serverAnswers();
    isRetrying.current = false;
    setState(answers ? 'idle' : 'away');
    if (!answers) return;
    // A failed call of the guard needs no new code, and a reload for it could loop.
    if (isServerUnreachable(error)) void router.invalidate();
    else location.reload();
  }, [error, router]);

  useEffect(() => (isUnreachable ? onRetrySignal(() => void retry()) : undefined), [isUnreachable, retry]);

  return (
    <div className={classes.error} role="alert">
      <Title order={1}>{t(isUnreachable ? 'pageError.away' : 'pageError.title')}</Title>
      <Text c="dimmed">{isUnreachable ? t('pageError.awayText') : textOfError(error)}</Text>
      <Button onClick={() => void retry()} loading={state === 'trying'}>
        {t('pageError.retry')}
      </Button>
      {state === 'away' && <Text size="sm">{t('pageError.stillAway')}</Text>}
    </div>
  );
}
