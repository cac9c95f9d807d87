import { legalBases, purposeTitle } from '@fairwatch/contract';
import { Button, Paper, Text } from '@mantine/core';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface WhoStepProps extends Invitation {
  onAgree: () => void;
  onDecline: () => void;
}

/** Before anything else: which server, which admin, what purpose. */
export function WhoStep({ description, onAgree, onDecline }: WhoStepProps) {
  const { server, admin, ground, expiresAt } = description;
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
        <dl className={classes.facts}>
          <div>
            <dt>Admin</dt>
            <dd>{admin}</dd>
          </div>
          <div>
            <dt>Server</dt>
            <dd>{server}</dd>
          </div>
          <div>
            <dt>Purpose</dt>
            <dd>{purposeTitle(ground)}</dd>
          </div>
          <div>
            <dt>Legal basis</dt>
            <dd>{legalBases[ground.legalBasis]}</dd>
          </div>
          {ground.guardian !== null && (
            <div>
              <dt>Parent or guardian</dt>
              <dd>{ground.guardian}</dd>
            </div>
          )}
        </dl>
      </Paper>
      <Text>If you do not know this admin, stop here. Nothing has been sent about you or this phone.</Text>
      <Text c="dimmed" size="sm">
        The passcode is valid until{' '}
        {new Date(expiresAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}.
      </Text>
    </StepPage>
  );
}
