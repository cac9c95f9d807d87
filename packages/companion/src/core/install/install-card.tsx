import { Button, Group, Text } from '@mantine/core';
import { isHomeScreenNeeded } from '../browser/home-screen.ts';
import { Card } from '../components/card.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useStore } from '../store/use-store.ts';
import { askToInstall, install } from './install-prompt.ts';

const title = 'Add to Home Screen';
const about = 'Fairwatch then opens like an app, and your browser does not forget so easily what you chose.';

/** The card on Home, which offers the installation until the person dismisses it, where the browser can install by a tap. */
export function InstallOffer() {
  const { changeSettings } = useCompanion();
  const canInstall = useStore(install, (value) => value.event !== null);
  const dismissed = useLive((live) => live.settings.dismissedCards);
  if (!canInstall || dismissed.includes('INSTALL')) return null;
  return (
    <Card title={title}>
      <Text>{about}</Text>
      <Group grow>
        <Button
          size="md"
          variant="default"
          onClick={() => void changeSettings({ dismissedCards: [...dismissed, 'INSTALL'] })}
        >
          Not now
        </Button>
        <Button size="md" onClick={() => void askToInstall()}>
          Add
        </Button>
      </Group>
    </Card>
  );
}

/** The card on More: a button where the browser can install, instructions where it cannot, nothing when it is installed. */
export function InstallCard() {
  const canInstall = useStore(install, (value) => value.event !== null);
  if (canInstall) {
    return (
      <Card title={title}>
        <Text>{about}</Text>
        <Group>
          <Button size="md" onClick={() => void askToInstall()}>
            Add
          </Button>
        </Group>
      </Card>
    );
  }
  if (!isHomeScreenNeeded()) return null;
  return (
    <Card title={title}>
      <Text>
        Safari forgets this page after seven days without a visit. On the Home Screen it stays. It begins there without
        what you have here: leave first, add the page with the Share button of Safari, open it there, and join with a
        new passcode from your admin.
      </Text>
    </Card>
  );
}
