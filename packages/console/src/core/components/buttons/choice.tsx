import type { TablerIcon } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './choice.module.css';

interface ChoiceOption<Value extends string> {
  value: Value;
  label: string;
  /** Replaces the label in narrow places. The label is still the accessible name and the title. */
  icon?: TablerIcon;
  /** Why the option is disabled, shown as its title. */
  refusal?: string | undefined;
}

interface ChoiceProps<Value extends string> {
  /** The accessible name of the group. */
  label: string;
  options: readonly ChoiceOption<Value>[];
  /** Null while none is selected. */
  value: Value | null;
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** A `Choice` as a form field with a visible label. */
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

/** A segmented control: radio buttons side by side that look like a switch. */
export function Choice<Value extends string>({ label, options, value, onChange, disabled }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <legend className="fw-hidden">{label}</legend>
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
          {Icon ? <span className="fw-hidden">{text}</span> : text}
        </label>
      ))}
    </fieldset>
  );
}
