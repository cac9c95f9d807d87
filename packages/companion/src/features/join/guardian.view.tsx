import { guardianLimits } from '@fairwatch/contract';
import { askAboutSigning, JoinRefused, noticeLanguageFor, type GuardianOffer } from '@fairwatch/device/core';
import { dateTimeText, guardianFacts, guardianWords, joinWords } from '@fairwatch/device/words';
import { Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Facts } from '../../core/components/facts.tsx';
import { Loading } from '../../core/shell/loading.tsx';
import { Message } from '../../core/shell/message.tsx';
import { GuardianForm } from './guardian-form.tsx';
import { StepPage } from './step-page.tsx';

/** The page that the link of a guardian opens: what they are asked to sign, or what they have signed. The token is the fragment of the address. */
export function GuardianView() {
  const [token] = useState(() => location.hash.slice(1));
  const [offer, setOffer] = useState<GuardianOffer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isComplete = token.length === guardianLimits.tokenLength;

  async function load(): Promise<void> {
    setProblem(null);
    try {
      setOffer(await askAboutSigning(location.origin, token, noticeLanguageFor(navigator.languages)));
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
  return offer.state === 'SIGNED' ? <Signed offer={offer} /> : <Declined offer={offer} />;
}

/** What the guardian has signed. */
function Signed({ offer }: { offer: GuardianOffer }) {
  const { signature, joined, askedBy: by } = offer;
  return (
    <StepPage title={guardianWords('signed.title')}>
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
        {guardianWords('signed.again', { by })}
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
