import { Text } from '@mantine/core';

/** An error message that screen readers announce at once. Renders nothing without an error. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}
