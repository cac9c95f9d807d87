import { clientErrors } from '@fairwatch/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ChangeEvent } from 'react';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { Problem } from '../../core/forms/problem.tsx';
import { centred } from './crop.ts';
import { CropStage } from './crop-stage.tsx';
import { encodeCrop, maxMegabytes, openPicture, pictureTypes } from './picture-file.ts';
import { usePictureTexts } from './use-picture-texts.ts';

interface PictureDialogProps {
  title: string;
  /** Sends the cropped picture as Base64. The dialog shows its error. */
  send: (image: string) => Promise<void>;
  close: () => void;
}

/** Chooses a picture for an account, crops it to a square and sends it. */
export function PictureDialog({ title, send, close }: PictureDialogProps) {
  const { t } = usePictureTexts();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState(centred);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);

  const explain = (error: unknown) => setProblem(error instanceof Error ? error.message : clientErrors.upload_failed);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const file = currentTarget.files?.[0];
    if (file === undefined) return;
    setProblem(undefined);
    setCrop(centred);
    openPicture(file).then(setPicture, (error: unknown) => {
      setPicture(null);
      explain(error);
    });
  }

  async function save(chosen: ImageBitmap): Promise<void> {
    setSaving(true);
    try {
      await send(encodeCrop(chosen, crop));
      close();
    } catch (error) {
      explain(error);
      setSaving(false);
    }
  }

  return (
    <Dialog title={title} close={close}>
      <Stack gap="sm">
        <Text c="dimmed">{t('hint', { size: maxMegabytes })}</Text>
        <input type="file" accept={pictureTypes.join(',')} aria-label={t('choose')} onChange={choose} />
        <Problem text={problem} />
        {picture !== null && <CropStage picture={picture} crop={crop} change={setCrop} />}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button disabled={picture === null} loading={saving} onClick={() => picture && void save(picture)}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
