import '@mantine/core/styles/VisuallyHidden.layer.css';
import { VisuallyHidden } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './choice.module.css';

interface ChoiceOption<Value extends string> {
  value: Value;
  label: string;
  /** Stands in for the label where there is little room; the label is read aloud and shown on hover. */
  icon?: TablerIcon;
  /** Cannot be chosen; its title says why. */
  refusal?: string | undefined;
}

interface ChoiceProps<Value extends string> {
  /** What is chosen, for a screen reader. */
  label: string;
  options: readonly ChoiceOption<Value>[];
  /** Null while none of them holds. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Only shown, not to be changed. */
  disabled?: boolean;
}

/** The same as a field of a form, with its label above it. */
export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden>
        {props.label}
      </span>
      <Choice {...props} />
    </div>
  );
}

/** One of a few, side by side: radio buttons that look like a switch. */
export function Choice<Value extends string>({ label, options, value, onChange, disabled }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {options.map(({ value: each, label: text, icon: Icon, refusal }) => (
        <label key={each} className={classes.option} title={refusal ?? (Icon && text)}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            disabled={refusal !== undefined}
            onChange={() => onChange(each)}
          />
          {Icon && <Icon size={16} aria-hidden />}
          {Icon ? <VisuallyHidden>{text}</VisuallyHidden> : text}
        </label>
      ))}
    </fieldset>
  );
}
