import { Group } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';

interface RefusalProps {
  /** The reason; null renders nothing. */
  words: string | null;
  /** The element id, for `aria-describedby` of the button. */
  id?: string;
}

/** A visible reason why a device cannot do something, because a tooltip is not available on touch screens. */
export function Refusal({ words, id }: RefusalProps) {
  if (words === null) return null;
  return (
    <Group component="p" id={id} gap="xs" wrap="nowrap" c="dimmed" mb="sm">
      <IconBan size={16} aria-hidden />
      {words}
    </Group>
  );
}
