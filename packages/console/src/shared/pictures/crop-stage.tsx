import { limits } from '@fairwatch/contract';
import { useEffect, useRef, type PointerEvent } from 'react';
import { dragged, maxZoom, type Crop } from './crop.ts';
import { drawCrop } from './picture-file.ts';
import classes from './pictures.module.css';
import { usePictureTexts } from './use-picture-texts.ts';

interface CropStageProps {
  picture: ImageBitmap;
  crop: Crop;
  change: (crop: Crop) => void;
}

/** A preview of the crop. It is moved by dragging, or with sliders by keyboard. */
export function CropStage({ picture, crop, change }: CropStageProps) {
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
