import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../components/card.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useStore } from '../store/use-store.ts';
import { push, switchPushOff, switchPushOn } from './push.ts';
import { Problem } from '../components/problem.tsx';
import { t } from './push.texts.ts';
import { commonText } from '../texts/common.texts.ts';

/** The card on Home, which offers push until the person accepts or dismisses it. */
export function PushOffer() {
  const { changeSettings } = useCompanion();
  const state = useStore(push, (value) => value.state);
  const dismissed = useLive((live) => live.settings.dismissedCards);
  if (state !== 'possible' || dismissed.includes('PUSH')) return null;
  return (
    <Card title={t('title')}>
      <Text>{t('about')}</Text>
      <SwitchButton
        label={t('switchOn')}
        change={switchPushOn}
        onDismiss={() => void changeSettings({ dismissedCards: [...dismissed, 'PUSH'] })}
      />
    </Card>
  );
}

/** The card on More with the current state and a switch. Renders nothing while the server sends no push. */
export function PushCard() {
  const state = useStore(push, (value) => value.state);
  if (state === 'off') return null;
  return (
    <Card title={t('title')}>
      {state === 'on' && (
        <>
          <Text>{t('isOn')}</Text>
          <SwitchButton label={t('switchOff')} change={switchPushOff} isQuiet />
        </>
      )}
      {state === 'possible' && (
        <>
          <Text>{t('about')}</Text>
          <SwitchButton label={t('switchOn')} change={switchPushOn} />
        </>
      )}
      {state === 'denied' && <Text>{t('denied')}</Text>}
      {state === 'home-screen' && <Text>{t('homeScreen')}</Text>}
      {state === 'impossible' && <Text>{t('impossible')}</Text>}
    </Card>
  );
}

interface SwitchButtonProps {
  label: string;
  change: typeof switchPushOn;
  isQuiet?: boolean;
  onDismiss?: () => void;
}

function SwitchButton({ label, change, isQuiet = false, onDismiss }: SwitchButtonProps) {
  const companion = useCompanion();
  const [isChanging, setIsChanging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setIsChanging(true);
    setProblem(null);
    try {
      await change(companion);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setIsChanging(false);
    }
  };
  return (
    <>
      <Group grow={onDismiss !== undefined}>
        {onDismiss && (
          <Button size="md" variant="default" onClick={onDismiss}>
            {commonText('notNow')}
          </Button>
        )}
        <Button size="md" variant={isQuiet ? 'default' : 'filled'} loading={isChanging} onClick={() => void press()}>
          {label}
        </Button>
      </Group>
      <Problem text={problem} />
    </>
  );
}
