import { Button, Group, Text } from '@mantine/core';
import { isHomeScreenNeeded } from '../browser/home-screen.ts';
import { Card } from '../components/card.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useStore } from '../store/use-store.ts';
import { askToInstall, install } from './install-prompt.ts';
import { t } from './install.texts.ts';
import { commonText } from '../texts/common.texts.ts';

/** The card on Home, which offers the installation until the person dismisses it, where the browser can install by a tap. */
export function InstallOffer() {
  const { changeSettings } = useCompanion();
  const canInstall = useStore(install, (value) => value.event !== null);
  const dismissed = useLive((live) => live.settings.dismissedCards);
  if (!canInstall || dismissed.includes('INSTALL')) return null;
  return (
    <Card title={t('title')}>
      <Text>{t('about')}</Text>
      <Group grow>
        <Button
          size="md"
          variant="default"
          onClick={() => void changeSettings({ dismissedCards: [...dismissed, 'INSTALL'] })}
        >
          {commonText('notNow')}
        </Button>
        <Button size="md" onClick={() => void askToInstall()}>
          {t('add')}
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
      <Card title={t('title')}>
        <Text>{t('about')}</Text>
        <Group>
          <Button size="md" onClick={() => void askToInstall()}>
            {t('add')}
          </Button>
        </Group>
      </Card>
    );
  }
  if (!isHomeScreenNeeded()) return null;
  return (
    <Card title={t('title')}>
      <Text>{t('byHand')}</Text>
    </Card>
  );
}
