import '@mantine/core/styles/Input.layer.css';
import { limits } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

interface RenameDialogProps {
  title: string;
  /** The label of the text field. */
  label: string;
  hint: string;
  /** The name before; empty for none. */
  name: string;
  /** Rejects on failure: the dialog then stays open with the typed name. */
  rename: (name: string) => Promise<void>;
  close: () => void;
}

/** Asks for a nickname or a display name, which have the same maximum length. */
export function RenameDialog({ title, label, hint, name, rename, close }: RenameDialogProps) {
  const { t } = useDeviceFeatureTexts();
  const [typed, setTyped] = useState(name);
  const [saving, setSaving] = useState(false);
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (typed.trim() === name) return close();
    setSaving(true);
    await rename(typed.trim()).catch(() => setSaving(false));
  }
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label={label}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={limits.nickname.maxLength}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is the only field of the dialog
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('rename.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t('rename.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
