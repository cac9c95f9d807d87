import {
  estimateMapData,
  fetchMapData,
  mapDetailNames,
  type MapArea,
  type MapDataState,
  type MapDetail,
} from '@fairwatch/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconDownload, IconFrame, IconMarquee2 } from '@tabler/icons-react';
import { useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { call } from '../../../core/api/client.ts';
import { ChoiceField } from '../../../core/components/buttons/choice.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { Problem } from '../../../core/forms/problem.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { actOnMap } from './act-on-map.ts';
import { areaOfDraft, boundOf, degreesOf, disorderOf, kilometresOf, sides, type AreaDraft } from './area-draft.ts';
import classes from './map-data.module.css';

interface FetchFormProps {
  state: MapDataState;
  draft: AreaDraft;
  onChange: (draft: AreaDraft) => void;
  /** Takes the area that the map shows; null without a map. */
  takeView: (() => void) | null;
  /** True while the area is drawn by dragging over the map. */
  drawing: boolean;
  /** Null without a map. */
  setDrawing: ((isOn: boolean) => void) | null;
  show: (area: MapArea) => void;
}

/** The size of one area in one detail, or why it cannot be had. */
interface Estimate {
  of: string;
  bytes?: number;
  problem?: string;
}

/** Chooses an area, asks for its size, and fetches it. */
export function FetchForm({ state, draft, onChange, takeView, drawing, setDrawing, show }: FetchFormProps) {
  const { t } = useTranslation('map-data');
  const [detail, setDetail] = useState<MapDetail>('STREETS');
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [asking, setAsking] = useState(false);
  const { sourceHost: host, shown, work } = state;
  if (shown === 'MAP_STYLE_URL' || shown === 'MAP_TILES_FILE') return null;
  const area = areaOfDraft(draft);
  const disorder = disorderOf(draft);
  const of = JSON.stringify([area, detail]);
  const known = estimate?.of === of ? estimate : null;
  const isBusy = work?.state === 'RUNNING';

  const ask = async (wanted: MapArea) => {
    setAsking(true);
    try {
      const { data } = await call(estimateMapData, { area: wanted, detail });
      setEstimate({ of, bytes: data.bytes });
    } catch (error) {
      setEstimate({ of, problem: textOfError(error) });
    }
    setAsking(false);
  };

  return (
    <Card spaced title={t('form.title')} about={t('form.hint')}>
      <Group gap="xs">
        <Button
          variant={drawing ? 'filled' : 'default'}
          leftSection={<IconMarquee2 size={16} aria-hidden />}
          aria-pressed={drawing}
          disabled={setDrawing === null}
          onClick={() => setDrawing?.(!drawing)}
        >
          {t('form.draw')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFrame size={16} aria-hidden />}
          disabled={takeView === null}
          onClick={() => takeView?.()}
        >
          {t('form.take')}
        </Button>
      </Group>
      {drawing && (
        <Text size="sm" component="output">
          {t('form.drawing')}
        </Text>
      )}
      <div className={classes.sides}>
        {sides.map((side) => {
          const bound = boundOf(side);
          const isWrong = draft[side] !== '' && degreesOf(draft, side) === null;
          return (
            <TextInput
              key={side}
              name={side}
              label={t(`form.${side}`)}
              inputMode="decimal"
              autoComplete="off"
              value={draft[side]}
              error={isWrong && t('form.outOfBounds', { min: -bound, max: bound })}
              onChange={({ currentTarget }) => onChange({ ...draft, [side]: currentTarget.value })}
              onBlur={() => area !== null && show(area)}
            />
          );
        })}
      </div>
      <Problem text={disorder === null ? undefined : t(`form.${disorder}`)} />
      {area !== null && (
        <Text size="sm" c="dimmed">
          {t('form.kilometres', kilometreTexts(area))}
        </Text>
      )}
      <ChoiceField
        label={t('form.detail')}
        options={mapDetailNames.map((value) => ({ value, label: t(`form.details.${value}`) }))}
        value={detail}
        onChange={setDetail}
      />
      <Text size="sm" c="dimmed">
        {t(`form.detailHints.${detail}`)}
      </Text>
      <p className="fw-note">{host === null ? t('form.off') : t('form.ask', { host })}</p>
      <Problem text={known?.problem} />
      {known?.bytes !== undefined && (
        <Text component="output">{t('form.sizeIs', { size: sizeText(known.bytes, currentLanguage()) })}</Text>
      )}
      <Group gap="xs">
        {known?.bytes === undefined ? (
          <Button
            loading={asking}
            disabled={area === null || host === null}
            onClick={() => area !== null && void ask(area)}
          >
            {t('form.size')}
          </Button>
        ) : (
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={isBusy || area === null}
            onClick={() => area !== null && void actOnMap(fetchMapData, { area, detail })}
          >
            {t('form.fetch', { size: sizeText(known.bytes, currentLanguage()) })}
          </Button>
        )}
      </Group>
    </Card>
  );
}

/** With a decimal below ten. */
const kilometreText = (value: number) =>
  value.toLocaleString(currentLanguage(), { maximumFractionDigits: value < 10 ? 1 : 0 });

function kilometreTexts(area: MapArea): { width: string; height: string } {
  const { width, height } = kilometresOf(area);
  return { width: kilometreText(width), height: kilometreText(height) };
}
