import { IconCopy } from '@tabler/icons-react';
import { toast } from '../../toast/toast.tsx';
import { useComponentTexts } from '../use-component-texts.ts';
import { copyText } from './copy-text.ts';
import classes from './short-id.module.css';

/** As many characters of a UUID as tell those of one list apart. */
const shown = 8;

/** The beginning of a long identifier, which nobody reads; a click copies all of it. */
export function ShortId({ id }: { id: string }) {
  const { t } = useComponentTexts();
  const copy = async () => {
    try {
      await copyText(id);
      toast.success(t('copy.done'));
    } catch {
      toast.error(t('copy.failed'));
    }
  };
  return (
    <button
      type="button"
      className={classes.id}
      title={id}
      aria-label={t('copy.id', { id })}
      onClick={() => void copy()}
    >
      <code>{id.slice(0, shown)}</code>
      <IconCopy size={12} aria-hidden />
    </button>
  );
}
