import '@mantine/core/styles/Input.layer.css';
import { isFileName, limits } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../core/components/dialog.tsx';

interface NameDialogProps {
  title: string;
  label: string;
  /** What the button says that takes the name. */
  submit: string;
  /** What it is called until now; empty for something new. */
  name: string;
  take: (name: string) => void;
  close: () => void;
}

/** Asks for the name of a file or folder. What the device would refuse is said before it is asked. */
export function NameDialog({ title, label, submit, name, take, close }: NameDialogProps) {
  const { t } = useTranslation('files');
  const [typed, setTyped] = useState(name);
  const allowed = isFileName(typed) && typed.length <= limits.file.nameMaxLength;
  // Nobody has done anything wrong before they typed something.
  const wrong = !allowed && (typed !== '' || name !== '');
  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!allowed) return;
    if (typed === name) close();
    else take(typed);
  }
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={onSubmit}>
        <TextInput
          label={label}
          value={typed}
          autoComplete="off"
          error={wrong ? t('actions.badName') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" disabled={!allowed}>
            {submit}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
