import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../components/card.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useStore } from '../store/use-store.ts';
import { push, switchPushOff, switchPushOn } from './push.ts';
import { Problem } from '../components/problem.tsx';

const title = 'Be told when somebody asks';
const about =
  'While this page is closed, a notification can tell you who asks for what, and why. The maker of your browser learns that one was sent to you, but not what it says.';

/** The card on Home, which offers push until the person accepts or dismisses it. */
export function PushOffer() {
  const { changeSettings } = useCompanion();
  const state = useStore(push, (value) => value.state);
  const dismissed = useLive((live) => live.settings.dismissedCards);
  if (state !== 'possible' || dismissed.includes('PUSH')) return null;
  return (
    <Card title={title}>
      <Text>{about}</Text>
      <SwitchButton
        label="Tell me"
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
    <Card title={title}>
      {state === 'on' && (
        <>
          <Text>It is on: while this page is closed, you get a notification when somebody asks for something.</Text>
          <SwitchButton label="Switch off" change={switchPushOff} isQuiet />
        </>
      )}
      {state === 'possible' && (
        <>
          <Text>{about}</Text>
          <SwitchButton label="Tell me" change={switchPushOn} />
        </>
      )}
      {state === 'denied' && (
        <Text>
          This browser does not allow notifications from this page. To change that, open the page’s settings beside its
          address, or your phone’s settings under Notifications, and allow them for Fairwatch. Then open this page
          again.
        </Text>
      )}
      {state === 'home-screen' && (
        <Text>
          On an iPhone or iPad this works only when the page was added to the Home Screen and is opened there.
        </Text>
      )}
      {state === 'impossible' && <Text>This browser cannot be told anything while the page is closed.</Text>}
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
            Not now
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
