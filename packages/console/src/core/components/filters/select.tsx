import type { ComponentProps } from 'react';
import classes from './select.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  options: readonly { value: string; label: string }[];
  /** Set in the footer of a table, where there is less room. */
  small?: boolean;
  onChange: (value: string) => void;
}

/** The browser's own select without a label, as one element: those of a toolbar are drawn with every list. */
export function Select({ options, small = false, className = '', onChange, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      className={`${classes.select} ${className}`}
      data-small={small || undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
