import { Button, Group, Text, Title } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '../../../core/components/page/empty-view.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/**
 * Replaces the page of a device that cannot be opened. Only an admin to whom the device was assigned learns that it left. For all
 * others an unassigned device, one that left and one that never existed look the same.
 */
export function MissingDevice({ left }: { left: boolean }) {
  const { t } = useShellTexts();
  const kind = left ? 'left' : 'missing';
  return (
    <div className={classes.view} role="alert">
      <span className={classes.icon}>
        <IconDeviceMobileOff size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={1} size="h3">
        {t(`noDevicePage.${kind}.title`)}
      </Title>
      <Text c="dimmed" size="sm" maw={460}>
        {t(`noDevicePage.${kind}.hint`)}
      </Text>
      <Group gap="xs" mt="sm" justify="center">
        <Button component={Link} {...pageLink('/device-list')}>
          {t('noDevicePage.devices')}
        </Button>
        <Button component={Link} {...pageLink('/')} variant="default">
          {t('noDevicePage.dashboard')}
        </Button>
      </Group>
    </div>
  );
}
