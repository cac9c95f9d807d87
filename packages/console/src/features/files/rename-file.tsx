import '@mantine/core/styles/Input.layer.css';
import { isFileName, limits } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../core/components/dialog.tsx';

interface RenameFileProps {
  name: string;
  rename: (name: string) => void;
  close: () => void;
}

/** Asks for the new name of a file or folder. What the device would refuse is said before it is asked. */
export function RenameFile({ name, rename, close }: RenameFileProps) {
  const { t } = useTranslation('files');
  const [typed, setTyped] = useState(name);
  const allowed = isFileName(typed) && typed.length <= limits.file.nameMaxLength;
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!allowed) return;
    if (typed === name) close();
    else rename(typed);
  }
  return (
    <Dialog title={t('actions.renameTitle', { name })} close={close}>
      <form onSubmit={submit}>
        <TextInput
          label={t('actions.newName')}
          value={typed}
          autoComplete="off"
          error={allowed ? undefined : t('actions.badName')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" disabled={!allowed}>
            {t('actions.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
