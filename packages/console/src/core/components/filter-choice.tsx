import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import classes from './filter-choice.module.css';

interface FilterChoiceProps {
  label: string;
  /** The words for no filter. */
  any: string;
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** One filter of a list. A value of the URL that is not on offer is shown all the same, or nobody would see why rows are missing. */
export function FilterChoice({ label, any, choices, value, onChange }: FilterChoiceProps) {
  const offered = value === undefined || choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: any }, ...(offered ? [] : [{ value, label: value }]), ...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
