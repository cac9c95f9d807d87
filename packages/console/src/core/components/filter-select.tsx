import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import classes from './filter-select.module.css';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** What the first entry says, which takes the filter off. */
  any: string;
  options: readonly { value: Value; label: string }[];
  value: unknown;
  onChange: (value: Value | undefined) => void;
}

/** Narrows a list to one value of a field. */
export function FilterSelect<Value extends string>({ label, any, options, value, onChange }: FilterSelectProps<Value>) {
  const held = options.find((option) => option.value === value)?.value ?? '';
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: any }, ...options]}
      value={held}
      onChange={({ currentTarget }) => {
        onChange(options.find((option) => option.value === currentTarget.value)?.value);
      }}
    />
  );
}
