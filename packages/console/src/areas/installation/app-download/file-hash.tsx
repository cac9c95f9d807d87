import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';

/** The SHA-256 of an offered file, to be compared on the phone. */
export function FileHash({ sha256, hint }: { sha256: string; hint: string }) {
  const { t } = useTranslation('app-download');
  return (
    <span className={classes.sha} title={hint}>
      <code>{sha256}</code>
      <CopyButton label={t('direct.copySha')} text={sha256} />
    </span>
  );
}
