import '@mantine/core/styles/VisuallyHidden.layer.css';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { usePages } from '../router/pages-context.ts';
import { useSession } from '../session/session-store.ts';
import { useNavTexts } from '../shell/use-shell-texts.ts';
import { goKeys, openPages } from '../shortcuts/go-keys.ts';
import { Keys } from '../shortcuts/keys.tsx';
import { paletteKeys } from '../shortcuts/palette-keys.ts';
import { singleKeys, useSingleKeys } from '../shortcuts/single-keys.ts';
import classes from './help-sheet.module.css';
import { usePaletteTexts } from './use-palette-texts.ts';

interface Line {
  keys: string;
  words: string;
}

/** Every shortcut that the signed-in admin has, and the way to turn single keys off. */
export function HelpSheet({ close }: { close: () => void }) {
  const { t } = usePaletteTexts();
  const { t: name } = useNavTexts();
  const pages = openPages(usePages(), useSession()).flatMap(({ path, label }) => {
    const key = goKeys[path];
    return key === undefined ? [] : [{ keys: `g ${key}`, words: name(label) }];
  });
  const everywhere = [
    { keys: paletteKeys, words: t('help.palette') },
    { keys: '/', words: t('help.search') },
    { keys: '?', words: t('help.sheet') },
    { keys: 'Esc', words: t('help.escape') },
  ];
  const device = [
    { keys: '[', words: t('help.previous') },
    { keys: ']', words: t('help.next') },
    { keys: 's', words: t('help.switchDevice') },
    { keys: 'u', words: t('help.update') },
    { keys: 'h', words: t('help.history') },
  ];
  return (
    <Dialog title={t('help.title')} close={close} wide>
      <ActionIcon variant="subtle" color="gray" className={classes.close} aria-label={t('help.close')} onClick={close}>
        <IconX size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <div className={classes.parts}>
        <div>
          <Part title={t('help.everywhere')} lines={everywhere} />
          <Part title={t('help.device')} lines={device} />
        </div>
        <Part title={t('help.go')} lines={pages} />
      </div>
      <SingleKeys />
    </Dialog>
  );
}

function Part({ title, lines }: { title: string; lines: readonly Line[] }) {
  const { t } = usePaletteTexts();
  const spoken = (keys: string) => {
    const [first, second] = keys.split(' ');
    return second === undefined || keys === paletteKeys ? keys : t('help.then', { first, second });
  };
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, words }) => (
          <div key={keys}>
            <dt>{words}</dt>
            <dd>
              <Keys keys={keys} />
              <VisuallyHidden>{spoken(keys)}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SingleKeys() {
  const { t } = usePaletteTexts();
  const on = useSingleKeys();
  const hintId = useId();
  return (
    <div className={classes.single}>
      <label>
        <input
          type="checkbox"
          checked={on}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
        />
        {t('help.single')}
      </label>
      <p id={hintId}>{t('help.singleHint', { keys: paletteKeys })}</p>
    </div>
  );
}
