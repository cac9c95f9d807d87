import { readPasscode } from '@fairwatch/device/core';
import { joinWords } from '@fairwatch/device/words';
import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { StepPage } from './step-page.tsx';

interface CodeStepProps {
  initial: string;
  problem: string | null;
  onCode: (passcode: string) => void;
}

/** The step to type a passcode, for people without a link. */
export function CodeStep({ initial, problem, onCode }: CodeStepProps) {
  const [text, setText] = useState(initial);
  const passcode = readPasscode(text);
  return (
    <StepPage title={joinWords('code.title')}>
      <Text>{joinWords('code.intro')}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (passcode !== '') onCode(passcode);
        }}
      >
        <TextInput
          label={joinWords('code.label')}
          size="lg"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={problem}
          autoCapitalize="characters"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          maxLength={50}
        />
        <Button type="submit" size="lg" fullWidth mt="md" disabled={passcode === ''}>
          {joinWords('code.next')}
        </Button>
      </form>
    </StepPage>
  );
}
