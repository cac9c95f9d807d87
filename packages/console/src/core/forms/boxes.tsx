import classes from './form-parts.module.css';

interface BoxProps {
  name?: string | undefined;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with its label. */
export function Box({ name, label, checked, onChange }: BoxProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface BoxesProps<Value extends string | number> {
  name?: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  /** As wide as their labels, instead of in columns. */
  inline?: boolean;
}

/** Checkboxes of which any number can be chosen. */
export function Boxes<Value extends string | number>({ name, options, chosen, onChange, inline }: BoxesProps<Value>) {
  return (
    <div className={inline ? classes.inline : classes.columns}>
      {options.map(({ value, label }) => (
        <Box
          key={value}
          name={name}
          label={label}
          checked={chosen.includes(value)}
          onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))}
        />
      ))}
    </div>
  );
}
