import { setSimpleTexts } from '@fairwatch/contract';
import { askAboutPasscode, JoinRefused, noticeLanguageFor, type SavedDevice } from '@fairwatch/device/core';
import { joinWords } from '@fairwatch/device/words';
import { useEffect, useState } from 'react';
import { Message } from '../../core/shell/message.tsx';
import { Loading } from '../../core/shell/loading.tsx';
import { useUnderWay } from '../../core/updates/under-way.ts';
import { ChoicesStep } from './choices-step.tsx';
import { CodeStep } from './code-step.tsx';
import { HomeScreenStep } from './home-screen-step.tsx';
import { isHomeScreenNeeded } from '../../core/browser/home-screen.ts';
import { NoticeStep } from './notice-step.tsx';
import { PersonStep } from './person-step.tsx';
import { passcodeOfAddress, removePasscodeFromAddress } from './passcode-address.ts';
import type { Invitation } from './invitation.ts';
import { WhoStep } from './who-step.tsx';
import { t } from './join.texts.ts';
import { chosenLanguages } from '../../core/texts/companion-language.ts';

type Step = 'home-screen' | 'code' | 'who' | 'notice' | 'choices' | 'person';

interface JoinViewProps {
  onJoined: (saved: SavedDevice) => Promise<void>;
}

/** The join flow: who asks and why, the notice, what to share, and the name. Nothing is sent before the last step. */
export function JoinView({ onJoined }: JoinViewProps) {
  const [passcode, setPasscode] = useState(passcodeOfAddress);
  const [step, setStep] = useState<Step>(isHomeScreenNeeded() ? 'home-screen' : 'code');
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [capabilities, setCapabilities] = useState<Invitation['choices']>([]);

  useUnderWay(invitation !== null);
  // After the first render has stayed: one that React starts again reads the address again.
  useEffect(removePasscodeFromAddress, []);

  async function loadInvitation(code: string): Promise<void> {
    setPasscode(code);
    setProblem(null);
    setIsLoading(true);
    try {
      const description = await askAboutPasscode(location.origin, code, noticeLanguageFor(chosenLanguages()));
      setSimpleTexts(description.ground.guardian !== null);
      setInvitation({ passcode: code, description, choices: [] });
      setStep('who');
    } catch (error) {
      setProblem(error instanceof JoinRefused ? error.message : joinWords('unreachable'));
    } finally {
      setIsLoading(false);
    }
  }

  // With a link the passcode is known, so its description is loaded immediately.
  const isLinked = passcode !== '' && step === 'code' && invitation === null && problem === null;
  useEffect(() => {
    if (isLinked) void loadInvitation(passcode);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the page opens with a link
  }, [isLinked]);

  if (!window.isSecureContext) {
    return <Message title={t('unsafe.title')} text={t('unsafe.text')} />;
  }
  if (step === 'home-screen') return <HomeScreenStep passcode={passcode} onSkip={() => setStep('code')} />;
  if (step === 'code' || invitation === null) {
    if (isLoading) return <Loading />;
    return <CodeStep initial={passcode} problem={problem} onCode={(code) => void loadInvitation(code)} />;
  }
  const again = () => {
    setSimpleTexts(false);
    setInvitation(null);
    setPasscode('');
    setStep('code');
  };
  if (step === 'who') return <WhoStep {...invitation} onAgree={() => setStep('notice')} onDecline={again} />;
  if (step === 'notice') {
    return <NoticeStep {...invitation} onBack={() => setStep('who')} onAgree={() => setStep('choices')} />;
  }
  if (step === 'choices') {
    return (
      <ChoicesStep
        {...invitation}
        chosen={capabilities}
        onChange={setCapabilities}
        onBack={() => setStep('notice')}
        onAgree={() => setStep('person')}
      />
    );
  }
  return (
    <PersonStep
      invitation={{ ...invitation, choices: capabilities }}
      onBack={() => setStep('choices')}
      onJoined={onJoined}
    />
  );
}
