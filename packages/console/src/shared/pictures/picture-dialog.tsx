import { limits } from '@fairwatch/contract';
import { clientErrorText } from '../../core/api/error-text.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ChangeEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { Problem } from '../../core/forms/problem.tsx';
import { centred, type Crop, dragged, maxZoom } from './crop.ts';
import { drawCrop, encodeCrop, maxMegabytes, openPicture, pictureTypes } from './picture-file.ts';
import { usePictureTexts } from './use-picture-texts.ts';
import classes from './pictures.module.css';

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

  const explain = (error: unknown) =>
    setProblem(error instanceof Error ? error.message : clientErrorText('upload_failed'));

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

interface CropStageProps {
  picture: ImageBitmap;
  crop: Crop;
  change: (crop: Crop) => void;
}

/** A preview of the crop. It is moved by dragging, or with sliders by keyboard. */
function CropStage({ picture, crop, change }: CropStageProps) {
  const { t } = usePictureTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  function drag({ currentTarget, buttons, movementX, movementY }: PointerEvent<HTMLCanvasElement>): void {
    if (buttons !== 1) return;
    const { clientWidth: shown } = currentTarget;
    change(dragged(picture, crop, movementX / shown, movementY / shown));
  }

  const sliders = [
    ['zoom', 1, maxZoom],
    ['across', 0, 1],
    ['down', 0, 1],
  ] as const;
  return (
    <>
      <canvas
        ref={canvas}
        width={limits.picture.pixels * 2}
        height={limits.picture.pixels * 2}
        className={classes.stage}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot be drawn on
        role="img"
        aria-label={t('preview')}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      />
      {sliders.map(([name, min, max]) => (
        <label key={name} className={classes.slider}>
          {t(name)}
          <input
            type="range"
            min={min}
            max={max}
            step={0.01}
            value={crop[name]}
            onChange={({ currentTarget }) => change({ ...crop, [name]: currentTarget.valueAsNumber })}
          />
        </label>
      ))}
    </>
  );
}
