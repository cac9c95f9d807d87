import type { Track, TrackStop } from '@fairwatch/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { durationText } from '../../../../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../../core/i18n/use-translation.ts';
import { kilometresText, timeInZoneText } from '../../../../../shared/place-texts.ts';
import type { NamedDevice } from '../../../../../shared/watch-targets/device-search.tsx';
import { NewZoneLink } from '../../../../../shared/zone-layers/new-zone-link.tsx';
import { shortName } from '../../track-shape.ts';
import classes from '../track.module.css';
import { listText } from '../../../../../core/i18n/list-text.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface TrackOfDevice {
  track: Track;
  /** The device, for a zone that is made from one of its stops. */
  device: NamedDevice;
}

/** The shown track in words: its distance, the time in each zone, and its stops, which are called by their zones. */
export function DayFacts({ track, device }: TrackOfDevice) {
  const { t } = useTranslation('location-track');
  const { metres, zones, stops } = track;
  return (
    <section className={classes.facts} aria-label={t('facts.label')}>
      <dl>
        <dt>{t('facts.distance')}</dt>
        <dd>{kilometresText(metres)}</dd>
        <dt>{t('facts.zones')}</dt>
        <dd>
          {zones.length === 0 ? (
            t('facts.noZones')
          ) : (
            <Stack component="ul" gap={4}>
              {zones.map(({ zoneId, name, seconds }) => (
                <li key={zoneId}>
                  <span>{name}</span>{' '}
                  <Text span inherit c="dimmed" className="fw-figures">
                    {timeInZoneText(seconds)}
                  </Text>
                </li>
              ))}
            </Stack>
          )}
          {zones.length > 0 && <span className="fw-note">{t('facts.gaps')}</span>}
        </dd>
        <dt>{t('facts.stops')}</dt>
        <dd>{stops.length === 0 ? t('facts.noStops') : <Stops track={track} device={device} />}</dd>
      </dl>
    </section>
  );
}

/** Stops that are shown at first; a month can have hundreds. */
const shownStops = 10;

function Stops({ track, device }: TrackOfDevice) {
  const { t } = useTranslation('location-track');
  const [showsAll, setShowsAll] = useState(false);
  const { stops } = track;
  return (
    <>
      <Stack component="ol" gap={4}>
        {(showsAll ? stops : stops.slice(0, shownStops)).map((stop) => (
          <Stop key={stop.from} stop={stop} track={track} device={device} />
        ))}
      </Stack>
      {!showsAll && stops.length > shownStops && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          {t('facts.allStops', { count: stops.length })}
        </Button>
      )}
    </>
  );
}

function Stop({ stop, track, device }: TrackOfDevice & { stop: TrackStop }) {
  const { t } = useTranslation('location-track');
  const { from, to, zone, latitude, longitude } = stop;
  const { nickname, address } = track.places[stop.place] ?? { nickname: '', address: '' };
  const name = zone ?? (shortName({ nickname, address }) || t('facts.unnamed'));
  // Its nickname and address stay readable when a zone gives it the name.
  const more = listText([nickname, address].filter((text) => text !== '' && text !== name));
  const isLong = Date.parse(track.to ?? '') - Date.parse(track.from ?? '') > dayMs + 2 * 60 * minuteMs;
  const clock = new Intl.DateTimeFormat(currentLanguage(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(isLong && { weekday: 'short', day: 'numeric' }),
  });
  return (
    <li>
      <span className="fw-strong">{name}</span>{' '}
      <Text span inherit c="dimmed" className="fw-figures">
        {clock.format(from)}–{clock.format(to)} · {durationText(Math.round((to - from) / minuteMs) * minuteMs)}
      </Text>
      {more !== '' && <span className="fw-note">{more}</span>}
      {zone === null && (
        <span className="fw-note">
          <NewZoneLink zone={{ name: shortName({ nickname, address }), at: { latitude, longitude }, device }} />
        </span>
      )}
    </li>
  );
}
