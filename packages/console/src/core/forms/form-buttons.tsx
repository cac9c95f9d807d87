import { Button, Group } from '@mantine/core';
import { ReasonButton } from '../components/buttons/reason-button.tsx';

interface FormButtonsProps {
  cancelLabel: string;
  cancel: () => void;
  submitLabel: string;
  saving: boolean;
  /** Why it cannot be submitted; null when it can. */
  reason?: string | null;
  /** Marks a form that ends or deletes something. */
  isDangerous?: boolean;
}

/** The buttons at the end of a form. */
export function FormButtons({
  cancelLabel,
  cancel,
  submitLabel,
  saving,
  reason = null,
  isDangerous,
}: FormButtonsProps) {
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="default" onClick={cancel}>
        {cancelLabel}
      </Button>
      <ReasonButton type="submit" {...(isDangerous && { color: 'red.8' })} loading={saving} reason={reason}>
        {submitLabel}
      </ReasonButton>
    </Group>
  );
}
