import { appIconLinks } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { hueOf, initialsOf } from '../../../core/components/people/initials.ts';
import { useContent } from '../../../core/content/use-content.ts';
import classes from './apps.module.css';

interface AppNameProps {
  name: string;
  iconHash: string | null;
  deviceId: number;
}

/** An app by its icon and name. Without an icon, the first letter is shown on a colour. */
export function AppName({ name, iconHash, deviceId }: AppNameProps) {
  const letter = (
    <span className={classes.letter} style={{ '--hue': hueOf(name) } as CSSProperties} aria-hidden>
      {initialsOf(name).charAt(0)}
    </span>
  );
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      {iconHash === null ? letter : <AppIcon iconHash={iconHash} deviceId={deviceId} otherwise={letter} />}
      <span className={classes.name}>{name}</span>
    </Group>
  );
}

interface AppIconProps {
  iconHash: string;
  deviceId: number;
  otherwise: ReactNode;
}

/** A component of its own, so that a signed URL is requested only when there is a picture to show. */
function AppIcon({ iconHash, deviceId, otherwise }: AppIconProps) {
  const address = useContent(appIconLinks, deviceId)(iconHash, 'full');
  const [broken, setBroken] = useState<string | null>(null);
  if (address === null || address === broken) return otherwise;
  return <img className={classes.icon} src={address} alt="" loading="lazy" onError={() => setBroken(address)} />;
}
