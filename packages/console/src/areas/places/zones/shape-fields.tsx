import { limits } from '@fairwatch/contract';
import { Button, Group, InputBase, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import typedLines from '../../../core/forms/typed-lines.module.css';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { cornersText, parseCorners, type DrawStep, type ZoneDraft } from './zone-draft.ts';

interface ShapeFieldsProps {
  draft: ZoneDraft;
  onChange: (change: Partial<ZoneDraft>) => void;
  onDraw: (step: DrawStep) => void;
  /** Called after coordinates were typed. */
  onTyped: () => void;
}

/** The coordinates of a zone, for whoever does not draw. They follow what is drawn. */
export function ShapeFields(props: ShapeFieldsProps) {
  return props.draft.shape === 'CIRCLE' ? <CircleFields {...props} /> : <PolygonFields {...props} />;
}

function CircleFields({ draft: { centre, radius, isDrawing }, onChange, onTyped }: ShapeFieldsProps) {
  const { t } = useTranslation('zones');
  const { minRadius, maxRadius } = limits.zone;
  const [longitude, latitude] = centre ?? [null, null];
  const move = (part: { latitude?: number; longitude?: number }) =>
    onChange({ centre: [part.longitude ?? longitude ?? 0, part.latitude ?? latitude ?? 0], isDrawing: false });
  return (
    <>
      <small>{t(isDrawing ? 'form.placeCircle' : 'form.moveCircle')}</small>
      <Group grow gap="sm" align="flex-start">
        <NumberField
          name="latitude"
          label={t('form.latitude')}
          value={latitude}
          bounds={[-90, 90]}
          onNumber={(typed) => move({ latitude: typed })}
          onTyped={onTyped}
        />
        <NumberField
          name="longitude"
          label={t('form.longitude')}
          value={longitude}
          bounds={[-180, 180]}
          onNumber={(typed) => move({ longitude: typed })}
          onTyped={onTyped}
        />
      </Group>
      <NumberField
        name="radius"
        label={t('form.radius')}
        value={radius}
        bounds={[minRadius, maxRadius]}
        onNumber={(typed) => onChange({ radius: typed })}
        onTyped={onTyped}
      />
    </>
  );
}

interface NumberFieldProps {
  name: string;
  label: string;
  value: number | null;
  bounds: readonly [number, number];
  /** Called with what is typed while it is a number within the bounds. */
  onNumber: (value: number) => void;
  onTyped: () => void;
}

/** A number that is typed or follows the map. What is typed stays as it is until the map changes it. */
function NumberField({ name, label, value, bounds: [min, max], onNumber, onTyped }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  const isCurrent = typed !== null && (typed.value === null || typed.value === value);
  const text = isCurrent ? typed.text : value === null ? '' : String(value);
  return (
    <TextInput
      name={name}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isCurrent && typed.value === null && typed.text !== '' && `${min} – ${max}`}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        const number = next.trim() === '' ? Number.NaN : Number(next.replace(',', '.'));
        const isValid = number >= min && number <= max;
        setTyped({ text: next, value: isValid ? number : null });
        if (isValid) onNumber(number);
      }}
      onBlur={() => isCurrent && onTyped()}
    />
  );
}

function PolygonFields({ draft: { corners, isDrawing }, onChange, onDraw, onTyped }: ShapeFieldsProps) {
  const { t } = useTranslation('zones');
  const [typed, setTyped] = useState<{ text: string; corners: string } | null>(null);
  // What is typed counts until a corner is drawn or dragged.
  const drawn = cornersText(corners);
  const isCurrent = typed !== null && typed.corners === drawn;
  const text = isCurrent ? typed.text : drawn;
  const read = parseCorners(text);
  return (
    <>
      <small>{t(isDrawing ? 'form.placePolygon' : 'form.movePolygon')}</small>
      {isDrawing && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={corners.length === 0}
            onClick={() => onDraw({ do: 'undo' })}
          >
            {t('form.undo')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCheck size={16} aria-hidden />}
            disabled={corners.length < 3}
            onClick={() => onDraw({ do: 'finish' })}
          >
            {t('form.finish')}
          </Button>
        </Group>
      )}
      <InputBase
        name="corners"
        component="textarea"
        multiline
        rows={5}
        label={t('form.corners')}
        description={t('form.cornersHint')}
        placeholder={'52.0907, 5.1214\n52.0911, 5.1290\n52.0880, 5.1266'}
        classNames={{ input: typedLines.lines }}
        spellCheck={false}
        value={text}
        error={'badLine' in read && t('form.badLine', { line: read.badLine })}
        onChange={({ currentTarget }) => {
          const parsed = parseCorners(currentTarget.value);
          const next = 'corners' in parsed ? parsed.corners : corners;
          setTyped({ text: currentTarget.value, corners: cornersText(next) });
          onChange({ corners: next });
        }}
        onBlur={() => isCurrent && onTyped()}
      />
    </>
  );
}
