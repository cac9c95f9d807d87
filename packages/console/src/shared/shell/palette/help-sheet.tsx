import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { ActionIcon, Box, SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { usePages } from '../../../core/router/pages-context.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { useNavTexts } from '../texts/use-shell-texts.ts';
import { goKeys, accessiblePages } from '../shortcuts/go-keys.ts';
import { Keys } from '../../../core/shortcuts/keys.tsx';
import { paletteKeys } from '../shortcuts/read-keys.ts';
import { singleKeys, useSingleKeys } from '../shortcuts/single-keys.ts';
import classes from './help-sheet.module.css';
import { usePaletteTexts } from './use-palette-texts.ts';

interface ShortcutRow {
  keys: string;
  words: string;
}

/** Lists every shortcut that the signed-in admin can use, with a checkbox that turns single-letter shortcuts off. */
export function HelpSheet({ close }: { close: () => void }) {
  const { t } = usePaletteTexts();
  const { t: name } = useNavTexts();
  const pages = accessiblePages(usePages(), useAdminSession()).flatMap(({ path, label }) => {
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
      <ActionIcon
        variant="subtle"
        color="gray"
        pos="absolute"
        top={14}
        right={14}
        aria-label={t('help.close')}
        onClick={close}
      >
        <IconX size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="2.5rem" verticalSpacing={0}>
        <div>
          <ShortcutSection title={t('help.everywhere')} rows={everywhere} />
          <ShortcutSection title={t('help.device')} rows={device} />
        </div>
        <ShortcutSection title={t('help.go')} rows={pages} />
      </SimpleGrid>
      <SingleKeysSetting />
    </Dialog>
  );
}

function ShortcutSection({ title, rows }: { title: string; rows: readonly ShortcutRow[] }) {
  const { t } = usePaletteTexts();
  const spokenKeys = (keys: string) => {
    const [first, second] = keys.split(' ');
    return second === undefined || keys === paletteKeys ? keys : t('help.then', { first, second });
  };
  return (
    <section className={classes.part}>
      <Text component="h3" size="xs" fw={600} c="dimmed" mt="md" mb={6}>
        {title}
      </Text>
      <dl>
        {rows.map(({ keys, words }) => (
          <div key={keys}>
            <dt>{words}</dt>
            <dd>
              <Keys keys={keys} />
              <VisuallyHidden>{spokenKeys(keys)}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SingleKeysSetting() {
  const { t } = usePaletteTexts();
  const on = useSingleKeys();
  const hintId = useId();
  return (
    <Box mt="lg">
      <label className="fw-check">
        <input
          type="checkbox"
          checked={on}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
        />
        {t('help.single')}
      </label>
      <Text id={hintId} size="sm" c="dimmed" ml="lg">
        {t('help.singleHint', { keys: paletteKeys })}
      </Text>
    </Box>
  );
}
