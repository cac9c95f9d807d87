import { useEffect, useRef } from 'react';
import classes from './preview.module.css';
import { t } from './camera.texts.ts';

/** What the camera sees, for the person who holds it; mirrored for a front camera, as people expect of it. */
export function Preview({ stream, isMirrored }: { stream: MediaStream; isMirrored: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    // If the preview cannot play it shows the first frame; what is sent does not depend on it.
    element.play().catch(() => undefined);
    return () => void (element.srcObject = null);
  }, [stream]);
  return (
    <video
      ref={video}
      className={classes.preview}
      data-mirrored={isMirrored || undefined}
      aria-label={t('preview')}
      muted
      playsInline
    />
  );
}
