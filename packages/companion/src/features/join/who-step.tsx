import { askedLines, askedSummary, invitationFacts, joinWords, validUntilText } from '@fairwatch/device/words';
import { Button, Paper, Text } from '@mantine/core';
import { Facts } from '../../core/components/facts.tsx';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface WhoStepProps extends Invitation {
  onAgree: () => void;
  onDecline: () => void;
}

/** The first step: for whom, which admin and group, which server, what purpose, and which kinds of data they ask for. */
export function WhoStep({ description, onAgree, onDecline }: WhoStepProps) {
  const summary = askedSummary(description);
  return (
    <StepPage
      title={joinWords('who.title')}
      step={{ number: 1, of: 4 }}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onDecline}>
            {joinWords('who.decline')}
          </Button>
          <Button size="lg" onClick={onAgree}>
            {joinWords('who.next')}
          </Button>
        </>
      }
    >
      <Paper p="md">
        <Facts facts={invitationFacts(description)} />
      </Paper>
      {summary !== null && (
        <Paper p="md">
          <Text>{summary}</Text>
          <ul className={classes.reasons}>
            {askedLines(description).map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </Paper>
      )}
      <Text>{joinWords('who.stranger')}</Text>
      <Text c="dimmed" size="sm">
        {validUntilText(description.expiresAt)}
      </Text>
    </StepPage>
  );
}
