import { legalBases, purposeTitle } from '@fairwatch/contract';
import { Button, Paper, Text } from '@mantine/core';
import { Facts, type Fact } from '../../core/components/facts.tsx';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';

interface WhoStepProps extends Invitation {
  onAgree: () => void;
  onDecline: () => void;
}

/** The first step: for whom, which admin and group, which server, what purpose. */
export function WhoStep({ description, onAgree, onDecline }: WhoStepProps) {
  const { server, admin, group, name, ground, expiresAt } = description;
  const facts: readonly Fact[] = [
    ...(name === '' ? [] : [['For', name] as const]),
    ['Admin', admin],
    ...(group === null ? [] : [['Group', group] as const]),
    ['Server', server],
    ['Purpose', purposeTitle(ground)],
    ['Legal basis', legalBases[ground.legalBasis]],
    ...(ground.guardian === null ? [] : [['Parent or guardian', ground.guardian] as const]),
  ];
  return (
    <StepPage
      title="Who asks you to join"
      step={{ number: 1, of: 4 }}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onDecline}>
            No, stop here
          </Button>
          <Button size="lg" onClick={onAgree}>
            Read the notice
          </Button>
        </>
      }
    >
      <Paper p="md">
        <Facts facts={facts} />
      </Paper>
      <Text>If you do not know this admin, stop here. Nothing has been sent about you or this phone.</Text>
      <Text c="dimmed" size="sm">
        The passcode is valid until{' '}
        {new Date(expiresAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}.
      </Text>
    </StepPage>
  );
}
