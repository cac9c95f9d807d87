import { picturesPerSecond } from './choose-codec.ts';
import type { Size } from './picture-size.ts';
import { hasTrackProcessor, readTrack } from './track-processor.ts';

/** Called with each picture, which is to be drawn before it returns. */
type OnPicture = (image: CanvasImageSource, size: Size) => void;

/** Gives the pictures of a camera until the returned function is called. */
export function readPictures(track: MediaStreamTrack, onPicture: OnPicture): () => void {
  if (!hasTrackProcessor()) return watchVideo(track, onPicture);
  return readTrack<VideoFrame>(track, 1, (frame) =>
    onPicture(frame, { width: frame.displayWidth, height: frame.displayHeight }),
  );
}

/** For browsers that give pictures only through a `<video>`. */
function watchVideo(track: MediaStreamTrack, onPicture: OnPicture): () => void {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  let isOver = false;
  function next(): void {
    if (isOver) return;
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(give);
    else setTimeout(give, 1000 / picturesPerSecond);
  }
  function give(): void {
    if (isOver) return;
    const { videoWidth: width, videoHeight: height } = video;
    if (width > 0) onPicture(video, { width, height });
    next();
  }
  // What does not play gives no pictures; the track's own event says when it has ended.
  video.play().catch(() => undefined);
  next();
  return () => {
    isOver = true;
    video.srcObject = null;
  };
}
