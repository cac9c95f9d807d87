import '@mantine/core/styles/Input.layer.css';
import { isFileName, limits } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';

interface NameDialogProps {
  title: string;
  label: string;
  /** The label of the submit button. */
  submit: string;
  /** The current name; empty for a new folder. */
  name: string;
  onSubmit: (name: string) => void;
  close: () => void;
}

/** Asks for the name of a file or folder. Names that the device would refuse are rejected before the command is sent. */
export function NameDialog({ title, label, submit, name, onSubmit, close }: NameDialogProps) {
  const { t } = useTranslation('files');
  const [typed, setTyped] = useState(name);
  const isAllowed = isFileName(typed) && typed.length <= limits.file.nameMaxLength;
  // An empty field of a new name shows no error: nothing has been typed yet.
  const showError = !isAllowed && (typed !== '' || name !== '');
  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isAllowed) return;
    if (typed === name) close();
    else onSubmit(typed);
  }
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={handleSubmit}>
        <TextInput
          label={label}
          value={typed}
          autoComplete="off"
          error={showError ? t('actions.badName') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" disabled={!isAllowed}>
            {submit}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
