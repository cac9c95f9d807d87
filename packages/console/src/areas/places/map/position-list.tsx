import { Button, Group, Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { StatusDot } from '../../../core/components/badges/status-badge.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { relativeTimeText } from '../../../core/components/time/time-texts.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './map.module.css';
import { ageOf, type MapState, type ShownPosition } from './positions.ts';

interface PositionListProps {
  devices: MapState['devices'];
  chosenId: number | undefined;
  onChoose: (deviceId: number) => void;
}

/** So many rows are added at a time: thousands at once would make the page slow. */
const step = 50;

/** The devices of the map by name, for whoever does not use the map itself. */
export function PositionList({ devices, chosenId, onChoose }: PositionListProps) {
  const { t } = useTranslation('map');
  const [count, setCount] = useState(step);
  const language = currentLanguage();
  const sorted = useMemo(() => sortByName(devices.values(), language), [devices, language]);
  const linkTo = useDeviceLink();
  const now = useNow();
  const rest = sorted.length - count;
  return (
    <>
      <ul className={classes.list} aria-label={t('list')}>
        {sorted.slice(0, count).map((position) => (
          <PositionItem
            key={position.deviceId}
            position={position}
            now={now}
            isChosen={position.deviceId === chosenId}
            link={linkTo(position.deviceId)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" flex="none" mx="auto" my="xs" onClick={() => setCount(count + step)}>
          {t('more', { count: Math.min(step, rest) })}
        </Button>
      )}
    </>
  );
}

interface PositionItemProps {
  position: ShownPosition;
  now: Date;
  isChosen: boolean;
  link: string | null;
  onChoose: (deviceId: number) => void;
}

function PositionItem({ position, now, isChosen, link, onChoose }: PositionItemProps) {
  const { t } = useTranslation('map');
  const { deviceId, name, person, status, at, accuracy, live } = position;
  const age = relativeTimeText(new Date(at), now, currentLanguage(), 'short');
  const metres = t('metres', { metres: Math.round(accuracy) });
  const people = person === name ? [name] : [name, person];
  const words = [...people, i18n.t(`components:status.${status}`), age, metres, ...(live ? [t('live')] : [])].join(
    ', ',
  );
  return (
    <li data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={classes.choose}
        aria-label={words}
        aria-pressed={isChosen}
        onClick={() => onChoose(deviceId)}
      >
        <span className={classes.dot} data-age={ageOf(position, now.getTime())} aria-hidden />
        <span className="fw-grow">
          <span>{breakable(name)}</span>
          <Group component="span" gap="0.4rem" wrap="nowrap" fz="sm" c="dimmed">
            <StatusDot status={status} />
            <span>{person === name ? i18n.t(`components:status.${status}`) : breakable(person)}</span>
          </Group>
        </span>
        <Stack component="span" gap={0} align="flex-end" flex="none" fz="sm" c="dimmed" className="fw-figures">
          <time dateTime={new Date(at).toISOString()}>{age}</time>
          <span>{live ? t('live') : metres}</span>
        </Stack>
      </button>
      {link !== null && (
        <Link {...({ to: link } as { to: string })} className={classes.open} aria-label={t('openOf', { name })}>
          <IconChevronRight size={16} aria-hidden />
        </Link>
      )}
    </li>
  );
}

function sortByName(positions: Iterable<ShownPosition>, language: string): ShownPosition[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...positions].sort((one, other) => compare(one.name, other.name) || one.deviceId - other.deviceId);
}
