import { Button, Group, Text } from '@mantine/core';
import { isHomeScreenNeeded } from '../browser/home-screen.ts';
import { Card } from '../components/card.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useStore } from '../live/store.ts';
import { askToInstall, install } from './install-prompt.ts';

const title = 'Add to Home Screen';
const about = 'Fairwatch then opens like an app, and your browser does not forget so easily what you chose.';

/** On Home: offers it once, where the browser can do it by a tap. */
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

/** On More: by a tap where the browser can, in words where it cannot. Nothing when the page runs from the Home Screen already. */
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
