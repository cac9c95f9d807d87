import { groupColours, type GroupColour } from '@fairwatch/contract';
import { useId } from 'react';
import classes from './colour-choice.module.css';
import tags from './group-tags.module.css';
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
      <legend className={classes.legend}>{t('colour')}</legend>
      {groupColours.map((colour) => (
        <label key={colour} className={classes.colour} title={t(`colours.${colour}`)}>
          <input
            type="radio"
            name={name}
            aria-label={t(`colours.${colour}`)}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <span className={tags.swatch} data-colour={colour} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
