import classes from './filters.module.css';
import { Select } from './select.tsx';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** The label of the first option, which removes the filter. */
  any: string;
  options: readonly { value: Value; label: string }[];
  /** The unvalidated value from the URL. */
  value: unknown;
  onChange: (value: Value | undefined) => void;
}

/**
 * Filters a list by one value of a field. A value of the URL that is not among the options is shown too, because it explains why rows are
 * missing.
 */
export function FilterSelect<Value extends string>({ label, any, options, value, onChange }: FilterSelectProps<Value>) {
  const selected = typeof value === 'string' ? value : '';
  const isKnown = selected === '' || options.some((option) => option.value === selected);
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      options={[{ value: '', label: any }, ...(isKnown ? [] : [{ value: selected, label: selected }]), ...options]}
      value={selected}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
    />
  );
}
