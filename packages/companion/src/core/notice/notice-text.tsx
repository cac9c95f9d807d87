import { noticeText } from '@fairwatch/contract';
import { useCompanion, useLive } from '../live/companion-context.ts';
import classes from './notice-text.module.css';

/** The notice in full, in the language in which the person has joined. */
export function NoticeText() {
  const { saved } = useCompanion();
  const ground = useLive((live) => live.ground);
  const usedKinds = useLive((live) => live.usedKinds);
  return (
    <div className={classes.notice} lang={saved.language}>
      {noticeText(ground, saved.language, usedKinds)
        .split('\n')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </div>
  );
}
