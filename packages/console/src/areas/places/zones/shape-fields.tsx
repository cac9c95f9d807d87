import { Button, Group, InputBase, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import typedLines from '../../../core/forms/typed-lines.module.css';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import {
  boundsOf,
  parseCorners,
  parseNumber,
  textOf,
  type DrawStep,
  type NumberField,
  type TypedField,
  type ZoneDraft,
} from './zone-draft.ts';

interface ShapeFieldsProps {
  draft: ZoneDraft;
  /** True once somebody tried to save it. */
  tried: boolean;
  onType: (field: TypedField, text: string) => void;
  onDraw: (step: DrawStep) => void;
  /** Called after coordinates were typed. */
  onTyped: () => void;
}

/** The coordinates of a zone, for whoever does not draw. They follow what is drawn. */
export function ShapeFields(props: ShapeFieldsProps) {
  return props.draft.shape === 'CIRCLE' ? <CircleFields {...props} /> : <PolygonFields {...props} />;
}

function CircleFields(props: ShapeFieldsProps) {
  const { t } = useTranslation('zones');
  return (
    <>
      <small>{t(props.draft.isDrawing ? 'form.placeCircle' : 'form.moveCircle')}</small>
      <Group grow gap="sm" align="flex-start">
        <NumberInput {...props} name="latitude" />
        <NumberInput {...props} name="longitude" />
      </Group>
      <NumberInput {...props} name="radius" />
    </>
  );
}

/** A number that is typed or follows the map. What is typed stays as it is until the map changes it. */
function NumberInput({ draft, tried, onType, onTyped, name }: ShapeFieldsProps & { name: NumberField }) {
  const { t } = useTranslation('zones');
  const text = textOf(draft, name);
  const isWrong = parseNumber(name, text) === null;
  const [min, max] = boundsOf(name);
  return (
    <TextInput
      name={name}
      label={t(`form.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isWrong && (text !== '' || tried) && t('form.outOfBounds', { min, max })}
      onChange={({ currentTarget }) => onType(name, currentTarget.value)}
      onBlur={() => draft.typed[name] !== undefined && onTyped()}
    />
  );
}

function PolygonFields({ draft, onType, onDraw, onTyped }: ShapeFieldsProps) {
  const { t } = useTranslation('zones');
  const { corners, isDrawing } = draft;
  const text = textOf(draft, 'corners');
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
        onChange={({ currentTarget }) => onType('corners', currentTarget.value)}
        onBlur={() => draft.typed.corners !== undefined && onTyped()}
      />
    </>
  );
}
