import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import classes from './filter-select.module.css';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** What the first entry says, which takes the filter off. */
  any: string;
  options: readonly { value: Value; label: string }[];
  /** As the URL has it. */
  value: unknown;
  onChange: (value: Value | undefined) => void;
}

/**
 * Narrows a list to one value of a field. A value of the URL that is not on offer is shown all the same, or nobody would
 * see why rows are missing.
 */
export function FilterSelect<Value extends string>({ label, any, options, value, onChange }: FilterSelectProps<Value>) {
  const held = typeof value === 'string' ? value : '';
  const offered = held === '' || options.some((option) => option.value === held);
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: any }, ...(offered ? [] : [{ value: held, label: held }]), ...options]}
      value={held}
      onChange={({ currentTarget }) => {
        onChange(options.find((option) => option.value === currentTarget.value)?.value);
      }}
    />
  );
}
