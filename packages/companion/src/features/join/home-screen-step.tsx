import { Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface HomeScreenStepProps {
  passcode: string;
  onSkip: () => void;
}

/** The step that asks iOS users to open the page from the Home Screen: in the browser, data is deleted after a week without a visit. */
export function HomeScreenStep({ passcode, onSkip }: HomeScreenStepProps) {
  return (
    <StepPage
      title="First, add this page to your Home Screen"
      actions={
        <Button size="lg" variant="default" onClick={onSkip}>
          Go on in the browser instead
        </Button>
      }
    >
      <Text>
        On an iPhone or iPad, Safari forgets a page after seven days without a visit. On the Home Screen it stays, and
        only there it can tell you that somebody asks for something.
      </Text>
      <Paper p="md">
        <ol className={classes.steps}>
          <li>Tap the Share button of Safari: the square with an arrow that points up.</li>
          <li>Choose “Add to Home Screen”, then “Add”.</li>
          <li>
            Open Fairwatch from your Home Screen
            {passcode === '' ? '.' : ' and type this passcode: '}
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
        Copy the passcode
      </Button>
      <output>
        {outcome === 'copied' && 'It is copied. Paste it there.'}
        {outcome === 'failed' && 'It could not be copied. Please write it down.'}
      </output>
    </>
  );
}
