import { problemText } from '@fairwatch/device/words';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../components/card.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useStore } from '../store/use-store.ts';
import { push, switchPushOff, switchPushOn } from './push.ts';
import { Problem } from '../components/problem.tsx';
import { SwitchCard } from '../components/switch-row.tsx';
import { t } from './push.texts.ts';
import { commonText } from '../texts/common.texts.ts';

/** The card on Home, which offers push until the person accepts or dismisses it. */
export function PushOffer() {
  const { changeSettings } = useCompanion();
  const state = useStore(push, (value) => value.state);
  const dismissed = useLive((live) => live.settings.dismissedCards);
  const { isChanging, problem, run } = useChange();
  if (state !== 'possible' || dismissed.includes('PUSH')) return null;
  return (
    <Card title={t('title')}>
      <Text>{t('about')}</Text>
      <Group grow>
        <Button
          size="md"
          variant="default"
          onClick={() => void changeSettings({ dismissedCards: [...dismissed, 'PUSH'] })}
        >
          {commonText('notNow')}
        </Button>
        <Button size="md" loading={isChanging} onClick={() => run(switchPushOn)}>
          {t('switchOn')}
        </Button>
      </Group>
      <Problem text={problem} />
    </Card>
  );
}

/** The card on More with the current state and a switch. Renders nothing while the server sends no push. */
export function PushCard() {
  const state = useStore(push, (value) => value.state);
  if (state === 'off') return null;
  if (state === 'on' || state === 'possible') return <PushSwitch isOn={state === 'on'} />;
  return (
    <Card title={t('title')}>
      {state === 'denied' && <Text>{t('denied')}</Text>}
      {state === 'home-screen' && <Text>{t('homeScreen')}</Text>}
      {state === 'impossible' && <Text>{t('impossible')}</Text>}
    </Card>
  );
}

function PushSwitch({ isOn }: { isOn: boolean }) {
  const { isChanging, problem, run } = useChange();
  return (
    <SwitchCard
      label={t('title')}
      hint={<Text>{t(isOn ? 'isOn' : 'about')}</Text>}
      isOn={isOn}
      onChange={(on) => {
        if (!isChanging) run(on ? switchPushOn : switchPushOff);
      }}
    >
      <Problem text={problem} />
    </SwitchCard>
  );
}

/** Switches push on or off, and says why that failed. */
function useChange() {
  const companion = useCompanion();
  const [isChanging, setIsChanging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = (change: typeof switchPushOn) => {
    setIsChanging(true);
    setProblem(null);
    change(companion)
      .catch((error: unknown) => setProblem(problemText(error)))
      .finally(() => setIsChanging(false));
  };
  return { isChanging, problem, run };
}
