import { appIconLinks, unknownInstallTime, type OutputOf, type apps } from '@fairwatch/contract';
import { hueOf, initialsOf } from '@fairwatch/look';
import { Group, Text } from '@mantine/core';
import { useState, type CSSProperties, type ReactNode } from 'react';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';
import { useContent } from '../../../core/content/use-content.ts';
import classes from './apps.module.css';

type App = OutputOf<typeof apps.list>[number];

const isKnown = ({ installedAt }: App) => installedAt !== unknownInstallTime;

function kindText({ system }: Pick<App, 'system'>): string {
  return i18n.t(system ? 'apps:kind.system' : 'apps:kind.own');
}

const kindColumn: Column<App> = {
  key: 'system',
  header: 'apps:columns.system',
  cell: (app) => (
    <Text span size="xs" c={app.system ? 'dimmed' : undefined}>
      {kindText(app)}
    </Text>
  ),
  text: kindText,
  width: '10%',
};

/** The columns for the apps of a device. With `all`, a column tells system apps from installed ones. */
export function columnsOf(deviceId: number, all: boolean): readonly Column<App>[] {
  return [
    {
      key: 'name',
      header: 'apps:columns.name',
      cell: ({ name, iconHash }) => <AppName name={name} iconHash={iconHash} deviceId={deviceId} />,
      sortable: true,
      card: 'title',
    },
    {
      key: 'packageName',
      header: 'apps:columns.packageName',
      cell: ({ packageName }) => (
        <Text component="code" size="xs" c="dimmed">
          {packageName}
        </Text>
      ),
      sortable: true,
      width: '26%',
      wideOnly: true,
    },
    { key: 'version', header: 'apps:columns.version', width: '11%' },
    {
      key: 'size',
      header: 'apps:columns.size',
      text: (app) => (isKnown(app) ? sizeText(app.size, currentLanguage()) : ''),
      sheet: 'bytes',
      sheetValue: (app) => (isKnown(app) ? app.size : null),
      sortable: true,
      width: '10%',
      card: 'aside',
    },
    ...(all ? [kindColumn] : []),
    {
      key: 'installedAt',
      header: 'apps:columns.installedAt',
      cell: (app) => (isKnown(app) ? <RelativeTime at={app.installedAt} /> : '–'),
      text: (app) => (isKnown(app) ? app.installedAt : ''),
      sheet: 'moment',
      sheetValue: (app) => (isKnown(app) ? app.installedAt : null),
      sortable: true,
      width: '15%',
    },
  ];
}

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
