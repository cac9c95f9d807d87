import {
  mapDetailNames,
  mapDetails,
  removeMapData,
  type ChosenMap,
  type MapArea,
  type MapDataState,
} from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { actOnMap } from './act-on-map.ts';

interface ShownMapProps {
  state: MapDataState;
  show: (area: MapArea) => void;
}

/** Which map is shown now, and why. */
export function ShownMap({ state: { shown, chosen }, show }: ShownMapProps) {
  const { t } = useTranslation('map-data');
  return (
    <Card spaced title={t('shown.title')}>
      {shown !== 'CHOSEN' && <Text size="sm">{t(`shown.${shown}`)}</Text>}
      {chosen !== null && !chosen.isThere && (
        <Text size="sm" data-tone="bad">
          {t('shown.gone')}
        </Text>
      )}
      {chosen !== null && <ChosenFacts chosen={chosen} show={show} />}
    </Card>
  );
}

function ChosenFacts({ chosen, show }: { chosen: ChosenMap; show: ShownMapProps['show'] }) {
  const { t } = useTranslation('map-data');
  const [removing, setRemoving] = useState(false);
  const { area, maxZoom, bytes, attribution, fileName, chosenBy, chosenAt } = chosen;
  const detail = mapDetailNames.find((name) => mapDetails[name] === maxZoom);
  return (
    <>
      <Facts
        dense
        facts={[
          [t('shown.area'), areaText(area)],
          [t('shown.detail'), detail ? t(`form.details.${detail}`) : t('shown.zoom', { zoom: maxZoom })],
          [t('shown.size'), sizeText(bytes, currentLanguage())],
          [t('shown.attribution'), attribution],
          ...(fileName === null ? [] : [[t('shown.file'), fileName] as const]),
        ]}
      />
      <Text size="sm" c="dimmed" component="div">
        <TimedText words={t('shown.chosen', { name: chosenBy })} at={chosenAt} />
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => show(area)}>
          {t('shown.show')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setRemoving(true)}>
          {t('shown.remove')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={removing}
        title={t('shown.removeTitle')}
        confirm={t('shown.remove')}
        cancel={t('cancel')}
        onConfirm={() => {
          setRemoving(false);
          void actOnMap(removeMapData, {});
        }}
        onCancel={() => setRemoving(false)}
      >
        <Text size="sm">{t('shown.removeText')}</Text>
      </ConfirmDialog>
    </>
  );
}

const degrees = (value: number) => `${value.toLocaleString(currentLanguage(), { maximumFractionDigits: 3 })}°`;

/** "51.9° – 54.2°, 4.9° – 9.3°": from south to north, from west to east. */
function areaText({ south, north, west, east }: MapArea): string {
  return `${degrees(south)} – ${degrees(north)}, ${degrees(west)} – ${degrees(east)}`;
}
