import type { LiveViewSession } from '@fairwatch/contract';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { useCountdown } from '../../../core/forms/use-countdown.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import classes from './live-stage.module.css';
import { remainingText } from './live-view-words.ts';
import type { ViewerState } from './live-viewer.ts';
import { secondsText } from './picture/picture-age.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';
import { listText } from '../../../core/i18n/list-text.ts';

/** An older picture no longer shows what is happening now. */
const oldMs = 3_000;

interface LiveFactsProps {
  state: ViewerState;
  session: LiveViewSession;
}

/** What is known about the picture, written over it: how old it is, how long it goes on, which camera, how large and how often. */
export function LiveFacts({ state: { picture }, session }: LiveFactsProps) {
  const { t } = useLiveViewTexts();
  const seconds = useCountdown(Date.parse(session.until));
  return (
    <>
      <div className={classes.top}>
        <span className={classes.fact}>
          <span className={classes.dot} aria-hidden />
          {t('picture.live')}
          <span className="fw-figures">{t('picture.remaining', { time: remainingText(seconds * 1000) })}</span>
        </span>
        {picture !== null && (
          <span className={`${classes.fact} fw-figures`} data-old={isOld(picture) || undefined}>
            {t('picture.age', { seconds: secondsText(picture.ageMs, currentLanguage()) })}
          </span>
        )}
      </div>
      {picture !== null && (
        <div className={classes.bottom}>
          <span className={classes.fact}>{t(`picture.camera.${picture.camera}`)}</span>
          <span className={`${classes.fact} fw-figures`}>
            <PictureMeasures picture={picture} />
          </span>
        </div>
      )}
    </>
  );
}

type Picture = NonNullable<ViewerState['picture']>;

/** A source of a picture every few seconds is not late while its next one is not due. */
function isOld({ ageMs, rate }: Picture): boolean {
  return ageMs > Math.max(oldMs, 2000 * (rate?.everySeconds ?? 0));
}

/** "640 x 480, 14/s, 210 kB/s" */
function PictureMeasures({ picture: { width, height, rate } }: { picture: Picture }) {
  const { t } = useLiveViewTexts();
  const parts = [t('picture.size', { width, height })];
  if (rate?.perSecond) parts.push(t('picture.perSecond', { count: rate.perSecond }));
  if (rate?.everySeconds) parts.push(t('picture.every', { seconds: rate.everySeconds }));
  if (rate) parts.push(t('picture.bytes', { size: sizeText(rate.bytesPerSecond, currentLanguage()) }));
  return listText(parts);
}
