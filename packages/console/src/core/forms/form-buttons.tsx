import { Button, Group } from '@mantine/core';

interface FormButtonsProps {
  cancelLabel: string;
  cancel: () => void;
  submitLabel: string;
  saving: boolean;
}

/** The buttons at the end of a form. */
export function FormButtons({ cancelLabel, cancel, submitLabel, saving }: FormButtonsProps) {
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="default" onClick={cancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" loading={saving}>
        {submitLabel}
      </Button>
    </Group>
  );
}
