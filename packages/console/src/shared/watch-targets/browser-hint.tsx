import parts from '../../core/forms/form-parts.module.css';
import type { TargetDraft } from './target-draft.ts';
import { useTargetTexts } from './use-target-texts.ts';

/** Says when a phone cannot tell its place, so that nothing is told of it: one that joined in a browser does so only while its page is open. */
export function BrowserHint({ draft: { kind, device } }: { draft: TargetDraft }) {
  const { t } = useTargetTexts();
  const platform = kind === 'DEVICE' ? device?.platform : undefined;
  if (platform === 'TERMUX' || platform === 'SIMULATED') return null;
  return <p className={parts.hint}>{t(platform === 'BROWSER' ? 'browser.this' : 'browser.some')}</p>;
}
