import { guardianLimits, limits } from '@fairwatch/contract';
import {
  declineAsGuardian,
  JoinRefused,
  signAsGuardian,
  withdrawAsGuardian,
  type GuardianOffer,
} from '@fairwatch/device/core';
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
  const { problem, isSending, send } = useSending({ onDone: reload, reload });
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
    return (
      <EndStep
        words="declining"
        texts={[guardianWords('declining.text', { by: offer.askedBy })]}
        end={(reason) => declineAsGuardian(location.origin, token, reason)}
        back={() => setDeclining(false)}
        onDone={reload}
        reload={reload}
      />
    );
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

interface WithdrawStepProps extends GuardianFormProps {
  back: () => void;
  /** Called after the withdrawal. The page does not reload then, because the link ended together with the device. */
  onWithdrawn: () => void;
}

/** Explains what withdrawing does, and asks the guardian to confirm it. */
export function WithdrawStep({ token, offer: { joined, askedBy: by }, back, reload, onWithdrawn }: WithdrawStepProps) {
  return (
    <EndStep
      words="withdrawing"
      texts={[
        guardianWords(joined ? 'withdrawing.device' : 'withdrawing.passcode', { by }),
        guardianWords('withdrawing.final'),
      ]}
      end={(reason) => withdrawAsGuardian(location.origin, token, reason)}
      back={back}
      onDone={onWithdrawn}
      reload={reload}
    />
  );
}

interface EndStepProps extends SendingOptions {
  words: 'declining' | 'withdrawing';
  /** Sentences that explain the consequences. */
  texts: readonly string[];
  end: (reason: string) => Promise<void>;
  back: () => void;
}

/** The confirmation page for declining or withdrawing, with a field for the reason. */
function EndStep({ words, texts, end, back, ...sending }: EndStepProps) {
  const [reason, setReason] = useState('');
  const { problem, isSending, send } = useSending(sending);
  return (
    <StepPage
      title={guardianWords(`${words}.title`)}
      actions={
        <>
          <Button size="lg" variant="default" disabled={isSending} onClick={back}>
            {guardianWords(`${words}.back`)}
          </Button>
          <Button size="lg" color="red.9" loading={isSending} onClick={() => send(() => end(reason))}>
            {guardianWords(`${words}.confirm`)}
          </Button>
        </>
      }
    >
      {texts.map((text) => (
        <Text key={text}>{text}</Text>
      ))}
      <TextInput
        label={guardianWords(`${words}.reason`)}
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

/** Errors that mean that the page shows an outdated state. */
const outdated: ReadonlySet<string | undefined> = new Set([
  'notice_outdated',
  'guardian_decided',
  'guardian_withdrawn',
  'guardian_not_signed',
]);

interface SendingOptions {
  /** Called once the server has the decision. */
  onDone: () => void;
  /** Loads the present state; called after an error that means that the page is outdated. */
  reload: () => void;
}

/** Sends the guardian's decision, and keeps the state of the request for the page. */
function useSending({ onDone, reload }: SendingOptions) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  function send(run: () => Promise<void>): void {
    setSending(true);
    setProblem(null);
    run()
      .then(onDone)
      .catch((error: unknown) => {
        setProblem(error instanceof JoinRefused ? error.message : joinWords('unreachable'));
        // The words changed, or it was decided in another tab: what counts now is shown instead.
        if (error instanceof JoinRefused && outdated.has(error.code)) reload();
      })
      .finally(() => setSending(false));
  }
  return { problem, isSending, send };
}
