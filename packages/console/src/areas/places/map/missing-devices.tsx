import { missingPositions, missingWhys, type MissingPositions } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { query } from '../../../core/api/query.ts';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import classes from './map.module.css';
import type { MapInput } from './use-positions.ts';

/** Names the devices that are counted and not on the map, by the reason. They are read once somebody asks: each of them gets a line in its log. */
export function MissingDevices({ input }: { input: MapInput }) {
  const { t } = useTranslation('map');
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ ...query(missingPositions, input), enabled: isOpen, gcTime: 0 });
  const { devices = [], cut = false } = found.data?.data ?? {};
  return (
    <>
      <Button variant="subtle" size="compact-sm" mx={-8} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'missing.hide' : 'missing.show')}
      </Button>
      {isOpen && <Problem text={found.error ? textOfError(found.error) : undefined} />}
      {isOpen &&
        missingWhys.map((why) => (
          <Group key={why} title={t(`missing.${why}`)} devices={devices.filter((each) => each.why === why)} />
        ))}
      {isOpen && cut && <span>{t('missing.cut')}</span>}
    </>
  );
}

function Group({ title, devices }: { title: string; devices: MissingPositions['devices'] }) {
  const linkTo = useDeviceLink();
  if (devices.length === 0) return null;
  return (
    <section className={classes.missing} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {devices.map(({ deviceId, name, person }) => {
          const link = linkTo(deviceId);
          return (
            <li key={deviceId}>
              {link === null ? breakable(name) : <Link {...({ to: link } as { to: string })}>{breakable(name)}</Link>}
              {' · '}
              {breakable(person)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
