import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { limits } from '@fairwatch/contract';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useFocusReturn } from '../components/use-focus-return.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface RenameModalProps {
  title: string;
  hint: string;
  nickname: string;
  /** Rejects when it did not work: the typed name then stays for another try. */
  rename: (nickname: string) => Promise<void>;
  close: () => void;
}

/** Asks for a nickname. */
export function RenameModal({ title, hint, nickname, rename, close }: RenameModalProps) {
  const { t } = useDeviceFeatureTexts();
  const [typed, setTyped] = useState(nickname);
  const [saving, setSaving] = useState(false);
  useFocusReturn();
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (typed.trim() === nickname) return close();
    setSaving(true);
    await rename(typed.trim()).catch(() => setSaving(false));
  }
  return (
    <Modal opened onClose={close} title={title} withCloseButton={false}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('rename.nickname')}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={limits.nickname.maxLength}
          autoComplete="off"
          data-autofocus
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
    </Modal>
  );
}
