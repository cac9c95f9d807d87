import { guardianLimits, limits } from '@fairwatch/contract';
import { declineAsGuardian, JoinRefused, signAsGuardian, type GuardianOffer } from '@fairwatch/device/core';
import { guardianAskedLines, guardianFacts, guardianWords, joinWords } from '@fairwatch/device/words';
import { Button, Checkbox, Paper, Text, TextInput, Title } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { Facts } from '../../core/components/facts.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { sha256Text } from '../../core/notice/text-hash.ts';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface GuardianFormProps {
  token: string;
  offer: GuardianOffer;
  /** Loads what became of it: once it is decided, and when the notice has changed meanwhile. */
  reload: () => void;
}

/** What a guardian reads before they sign or decline. */
export function GuardianForm({ token, offer, reload }: GuardianFormProps) {
  const [isDeclining, setDeclining] = useState(false);
  const [name, setName] = useState('');
  const [agrees, setAgrees] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const { problem, isSending, send } = useSending(reload);
  const { notice } = offer;
  const isShort = name.trim().length < guardianLimits.nameMinLength;

  function sign(): void {
    setSubmitted(true);
    if (isShort || !agrees || isSending) return;
    send(async () => {
      const { version: noticeVersion, language, text } = notice;
      const noticeHash = await sha256Text(text);
      await signAsGuardian(location.origin, { token, name, noticeVersion, noticeHash, language });
    });
  }
  if (isDeclining) {
    return <DeclineStep token={token} by={offer.askedBy} back={() => setDeclining(false)} reload={reload} />;
  }
  return (
    <StepPage
      title={offer.name === '' ? guardianWords('titleUnnamed') : guardianWords('title', { name: offer.name })}
      actions={
        <>
          <Button size="lg" variant="default" disabled={isSending} onClick={() => setDeclining(true)}>
            {guardianWords('decline')}
          </Button>
          <Button size="lg" type="submit" form="sign" loading={isSending}>
            {guardianWords('sign')}
          </Button>
        </>
      }
    >
      <Text>{guardianWords('intro')}</Text>
      <Paper p="md">
        <Facts facts={guardianFacts(offer)} />
      </Paper>
      <Title order={2}>{guardianWords('notice')}</Title>
      <NoticeLines text={notice.text} language={notice.language} />
      <Asked offer={offer} />
      <details>
        <summary>{guardianWords('childText')}</summary>
        <NoticeLines text={notice.childText} language={notice.language} />
      </details>
      <form
        id="sign"
        className={classes.notice}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          sign();
        }}
      >
        <TextInput
          label={guardianWords('name.label')}
          description={guardianWords('name.hint')}
          size="lg"
          name="name"
          value={name}
          error={isSubmitted && isShort && guardianWords('name.missing')}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={limits.ground.guardianMaxLength}
          autoComplete="name"
        />
        <Checkbox
          size="md"
          name="agrees"
          label={guardianWords('agree.label')}
          checked={agrees}
          error={isSubmitted && !agrees && guardianWords('agree.missing')}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
        />
      </form>
      <Problem text={problem} />
    </StepPage>
  );
}

function NoticeLines({ text, language }: { text: string; language: string }) {
  return (
    <div className={classes.notice} lang={language}>
      {text.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The kinds of data that the child is asked to share, and why. */
function Asked({ offer }: { offer: GuardianOffer }) {
  const lines = guardianAskedLines(offer);
  const { askedBy: by } = offer;
  if (lines.length === 0) return <Text c="dimmed">{guardianWords('askedNothing', { by })}</Text>;
  return (
    <Paper p="md">
      <Title order={2}>{guardianWords('asked', { by })}</Title>
      <ul className={classes.reasons}>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </Paper>
  );
}

interface DeclineStepProps extends Pick<GuardianFormProps, 'token' | 'reload'> {
  /** Who asked. */
  by: string;
  back: () => void;
}

function DeclineStep({ token, by, back, reload }: DeclineStepProps) {
  const [reason, setReason] = useState('');
  const { problem, isSending, send } = useSending(reload);
  return (
    <StepPage
      title={guardianWords('declining.title')}
      actions={
        <>
          <Button size="lg" variant="default" disabled={isSending} onClick={back}>
            {guardianWords('declining.back')}
          </Button>
          <Button
            size="lg"
            color="red"
            loading={isSending}
            onClick={() => send(() => declineAsGuardian(location.origin, token, reason))}
          >
            {guardianWords('declining.confirm')}
          </Button>
        </>
      }
    >
      <Text>{guardianWords('declining.text', { by })}</Text>
      <TextInput
        label={guardianWords('declining.reason')}
        size="lg"
        name="reason"
        maxLength={guardianLimits.reasonMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Problem text={problem} />
    </StepPage>
  );
}

/** Sends a decision, and loads what became of it. */
function useSending(reload: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  function send(run: () => Promise<void>): void {
    setSending(true);
    setProblem(null);
    run()
      .then(reload)
      .catch((error: unknown) => {
        setProblem(error instanceof JoinRefused ? error.message : joinWords('unreachable'));
        // The words changed, or it was decided in another tab: what counts now is shown instead.
        if (error instanceof JoinRefused && (error.code === 'notice_outdated' || error.code === 'guardian_decided'))
          reload();
      })
      .finally(() => setSending(false));
  }
  return { problem, isSending, send };
}
