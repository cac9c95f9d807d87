import { isMissingCode } from '@fairwatch/look/missing-code';
import { Button, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isServerAway, textOfError } from '../api/api-error.ts';
import { serverAnswers } from '../connection/server-answers.ts';
import { onWorthTrying } from '../connection/worth-trying.ts';
import { PageLoadError } from './lazy-page.ts';
import classes from './router.module.css';

/** Whether the page only waits for the server, so that it can be tried again without being asked. */
function useWaitsForServer(error: unknown): boolean {
  const [codeWaits, setCodeWaits] = useState(false);
  useEffect(() => {
    // Code that is missing while the server answers would be missing again after every reload.
    const ask = async () => setCodeWaits(!(await serverAnswers()));
    if (isMissingCode(error)) void ask();
  }, [error]);
  return codeWaits || (error instanceof PageLoadError ? error.serverAway : isServerAway(error));
}

/**
 * What a page that failed shows, in the place of that page. Trying again reloads the browser, which brings missing code
 * too, but only while the server answers: otherwise the browser's own error page would stand in the console's place.
 */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const waits = useWaitsForServer(error);
  const [state, setState] = useState<'idle' | 'trying' | 'away'>('idle');
  const trying = useRef(false);

  const retry = useCallback(async () => {
    if (trying.current) return;
    trying.current = true;
    setState('trying');
    const answers = await serverAnswers();
    trying.current = false;
    setState(answers ? 'idle' : 'away');
    if (!answers) return;
    // What the guard could not read needs no new code; reloading for it could go on for ever.
    if (isServerAway(error)) void router.invalidate();
    else location.reload();
  }, [error, router]);

  useEffect(() => (waits ? onWorthTrying(() => void retry()) : undefined), [waits, retry]);

  return (
    <div className={classes.error} role="alert">
      <Title order={1}>{t(waits ? 'pageError.away' : 'pageError.title')}</Title>
      <Text c="dimmed">{waits ? t('pageError.awayText') : textOfError(error)}</Text>
      <Button onClick={() => void retry()} loading={state === 'trying'}>
        {t('pageError.retry')}
      </Button>
      {state === 'away' && <Text size="sm">{t('pageError.stillAway')}</Text>}
    </div>
  );
}
