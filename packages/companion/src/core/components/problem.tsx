import { Text } from '@mantine/core';

/** What went wrong, read out at once. Nothing is shown while all is well. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}
