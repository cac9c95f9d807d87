import { groupColours, type GroupColour } from '@fairwatch/contract';
import { useId } from 'react';
import tags from '../../core/groups/group-tags.module.css';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import classes from './groups.module.css';

interface ColourChoiceProps {
  value: GroupColour;
  onChange: (colour: GroupColour) => void;
}

/** Radio buttons that look like colours. */
export function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const { t } = useTranslation('groups');
  const name = useId();
  return (
    <fieldset className={classes.colours}>
      <legend className={classes.legend}>{t('edit.colour')}</legend>
      {groupColours.map((colour) => (
        <label key={colour} className={classes.colour} title={t(`edit.colours.${colour}`)}>
          <input
            type="radio"
            name={name}
            aria-label={t(`edit.colours.${colour}`)}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <span className={tags.swatch} data-colour={colour} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
