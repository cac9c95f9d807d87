import { Group, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface CommandLineProps {
  line: string;
  /** The accessible name of the copy button. */
  label: string;
}

/** A line to be pasted into a terminal, with a button that copies it. */
export function CommandLine({ line, label }: CommandLineProps) {
  return (
    <Group className="fw-sunken" gap={6} wrap="nowrap" align="flex-start" mt={4} px={10} py={6}>
      <Text component="code" className="fw-grow" size="sm" lh="1.5rem">
        {line}
      </Text>
      <CopyButton label={label} text={line} />
    </Group>
  );
}
