import { groupColours, type GroupColour } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { Swatch } from './group-tags.tsx';
import classes from './group-tags.module.css';
import { useGroupTexts } from './use-group-texts.ts';

interface ColourChoiceProps {
  value: GroupColour;
  onChange: (colour: GroupColour) => void;
}

/** Radio buttons that look like colours. */
export function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const { t } = useGroupTexts();
  const name = useId();
  return (
    <fieldset className={classes.colours}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {t('colour')}
      </Text>
      {groupColours.map((colour) => (
        <label key={colour} className={classes.colour} title={t(`colours.${colour}`)}>
          <input
            type="radio"
            name={name}
            aria-label={t(`colours.${colour}`)}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <Swatch colour={colour} />
        </label>
      ))}
    </fieldset>
  );
}
