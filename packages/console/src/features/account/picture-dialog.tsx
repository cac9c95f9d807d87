import { clientErrors, uploadPicture } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { Dialog } from '../../core/components/dialog.tsx';
import { loadProfile } from '../../core/session/load-profile.ts';
import classes from './account.module.css';
import { centred } from './crop.ts';
import { CropStage } from './crop-stage.tsx';
import { Problem } from './problem.tsx';
import { encodeCrop, maxMegabytes, openPicture, pictureTypes } from './picture-file.ts';

/** Chooses a picture, cuts a square out of it and sends that. */
export function PictureDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('account');
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
      await call(uploadPicture, { image: encodeCrop(chosen, crop) });
      await loadProfile();
      close();
    } catch (error) {
      explain(error);
      setSaving(false);
    }
  }

  return (
    <Dialog title={t('picture.title')} close={close}>
      <div className={classes.form}>
        <p className={classes.hint}>{t('picture.hint', { size: maxMegabytes })}</p>
        <input type="file" accept={pictureTypes.join(',')} aria-label={t('picture.choose')} onChange={choose} />
        <Problem text={problem} />
        {picture !== null && <CropStage picture={picture} crop={crop} change={setCrop} />}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('picture.cancel')}
          </Button>
          <Button disabled={picture === null} loading={saving} onClick={() => picture && void save(picture)}>
            {t('picture.save')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
