import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { savedViewLimits } from '@fairwatch/contract';

interface NameFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Focuses the field when it appears. */
  focused?: boolean;
}

/** The field for the name of a view. */
export function NameField({ label, value, onChange, focused = false }: NameFieldProps) {
  return (
    <TextInput
      flex={1}
      size="xs"
      aria-label={label}
      placeholder={label}
      maxLength={savedViewLimits.nameLength}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={focused}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
