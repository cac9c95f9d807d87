import { guardianLimits } from '@fairwatch/contract';
import { askAboutSigning, JoinRefused, noticeLanguageFor, type GuardianOffer } from '@fairwatch/device/core';
import { dateTimeText, guardianFacts, guardianWords, joinWords } from '@fairwatch/device/words';
import { Button, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Facts } from '../../core/components/facts.tsx';
import { Loading } from '../../core/shell/loading.tsx';
import { Message } from '../../core/shell/message.tsx';
import { GuardianForm, WithdrawStep } from './guardian-form.tsx';
import { StepPage } from './step-page.tsx';
import { chosenLanguages, loadNotice } from '../../core/texts/companion-language.ts';

/** The page that the link of a guardian opens: what they are asked to sign, or what they have signed and can withdraw. The token is the fragment of the address. */
export function GuardianView() {
  const [token] = useState(() => location.hash.slice(1));
  const [offer, setOffer] = useState<GuardianOffer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isComplete = token.length === guardianLimits.tokenLength;

  async function load(): Promise<void> {
    setProblem(null);
    try {
      const asked = await askAboutSigning(location.origin, token, noticeLanguageFor(chosenLanguages()));
      // The server may answer in the language of the passcode, which need not be the page's.
      await loadNotice(asked.notice.language);
      setOffer(asked);
    } catch (error) {
      setProblem(error instanceof JoinRefused ? error.message : joinWords('unreachable'));
    }
  }
  useEffect(() => {
    if (isComplete) void load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, [isComplete]);

  if (!isComplete) return <Message title={guardianWords('problem')} text={guardianWords('incomplete')} />;
  if (problem !== null) return <Message title={guardianWords('problem')} text={problem} />;
  if (offer === null) return <Loading />;
  if (offer.state === 'WAITING') return <GuardianForm token={token} offer={offer} reload={() => void load()} />;
  if (offer.state === 'DECLINED') return <Declined offer={offer} />;
  return <Signed token={token} offer={offer} reload={() => void load()} />;
}

interface SignedProps {
  token: string;
  offer: GuardianOffer;
  reload: () => void;
}

/** What the guardian has signed, and the way to withdraw it. */
function Signed({ token, offer, reload }: SignedProps) {
  const [step, setStep] = useState<'signed' | 'withdrawing' | 'withdrawn'>('signed');
  const { signature, joined, askedBy: by } = offer;
  if (step === 'withdrawn' || offer.state === 'WITHDRAWN') {
    return (
      <StepPage title={guardianWords('withdrawn.title')}>
        <Text>{guardianWords(joined ? 'withdrawn.device' : 'withdrawn.passcode', { by })}</Text>
      </StepPage>
    );
  }
  if (step === 'withdrawing') {
    const [back, onWithdrawn] = [() => setStep('signed'), () => setStep('withdrawn')];
    return <WithdrawStep {...{ token, offer, back, reload, onWithdrawn }} />;
  }
  return (
    <StepPage
      title={guardianWords('signed.title')}
      actions={
        <Button size="lg" variant="default" onClick={() => setStep('withdrawing')}>
          {guardianWords('signed.withdraw')}
        </Button>
      }
    >
      <Text>{guardianWords(joined ? 'signed.joined' : 'signed.next', { by })}</Text>
      <Paper p="md">
        <Facts
          facts={[
            ...(signature === null
              ? []
              : ([
                  [guardianWords('signed.by'), signature.by],
                  [guardianWords('signed.at'), dateTimeText(signature.at)],
                ] as const)),
            ...guardianFacts(offer),
          ]}
        />
      </Paper>
      <Text c="dimmed" size="sm">
        {guardianWords('signed.again')}
      </Text>
    </StepPage>
  );
}

function Declined({ offer }: { offer: GuardianOffer }) {
  return (
    <StepPage title={guardianWords('declined.title')}>
      <Text>{guardianWords('declined.text', { by: offer.askedBy })}</Text>
    </StepPage>
  );
}
