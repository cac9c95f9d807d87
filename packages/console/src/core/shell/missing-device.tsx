import { Button, Group, Text, Title } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '../components/empty-view.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/**
 * Stands where the page of a device would. Only an admin who had the device learns that it left: to anybody else a device of others, one
 * that left and one that never was look the same.
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
        <Button component={Link} to="/device-list">
          {t('noDevicePage.devices')}
        </Button>
        <Button component={Link} to="/" variant="default">
          {t('noDevicePage.dashboard')}
        </Button>
      </Group>
    </div>
  );
}
