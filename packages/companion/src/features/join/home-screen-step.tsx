import { Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';
import { t } from './join.texts.ts';

interface HomeScreenStepProps {
  passcode: string;
  onSkip: () => void;
}

/** The step that asks iOS users to open the page from the Home Screen: in the browser, data is deleted after a week without a visit. */
export function HomeScreenStep({ passcode, onSkip }: HomeScreenStepProps) {
  return (
    <StepPage
      title={t('homeScreen.title')}
      actions={
        <Button size="lg" variant="default" onClick={onSkip}>
          {t('homeScreen.skip')}
        </Button>
      }
    >
      <Text>{t('homeScreen.why')}</Text>
      <Paper p="md">
        <ol className={classes.steps}>
          <li>{t('homeScreen.share')}</li>
          <li>{t('homeScreen.add')}</li>
          <li>
            {passcode === '' ? t('homeScreen.open') : t('homeScreen.openAndType')}
            {passcode !== '' && <strong>{passcode}</strong>}
          </li>
        </ol>
        {passcode !== '' && <CopyPasscode passcode={passcode} />}
      </Paper>
    </StepPage>
  );
}

/** Copies the passcode to the clipboard, since the page on the Home Screen does not have the data of this one. */
function CopyPasscode({ passcode }: { passcode: string }) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () =>
    void navigator.clipboard.writeText(passcode).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <>
      <Button variant="default" size="md" mt="md" fullWidth onClick={copy}>
        {t('homeScreen.copy')}
      </Button>
      <output>
        {outcome === 'copied' && t('homeScreen.copied')}
        {outcome === 'failed' && t('homeScreen.notCopied')}
      </output>
    </>
  );
}
