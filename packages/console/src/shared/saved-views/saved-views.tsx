import { Button, Stack, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { DropPanel } from '../../core/components/overlays/drop-panel.tsx';
import { useComponentTexts } from '../../core/components/use-component-texts.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { ViewLines } from './view-lines.tsx';
import tool from '../../core/components/buttons/tool-button.module.css';
import texts from './saved-views.texts.json';
import { type HiddenColumns, type SavedViews as SavedViewsOfList, useSavedViews } from './use-saved-views.ts';
import { type SubmitEvent, useState } from 'react';
import { NameField } from './name-field.tsx';
import classes from './saved-views.module.css';

addTexts('savedViews', texts);

interface SavedViewsProps {
  /** The name of the list, under which its views are stored. */
  list: string;
  /** For lists whose columns can be hidden. */
  columns?: HiddenColumns;
}

/** The menu of a list's saved views, with a form for a new one. */
export function SavedViews({ list, columns }: SavedViewsProps) {
  const { t } = useTranslation('savedViews');
  const { t: common } = useComponentTexts();
  const saved = useSavedViews(list, columns);
  const { current } = saved;
  const Icon = current === null ? IconBookmark : IconBookmarkFilled;
  return (
    <DropPanel
      label={current === null ? t('button') : t('current', { name: current.name })}
      className={tool.button}
      face={
        <>
          <Icon size={16} aria-hidden />
          <span className={current === null ? tool.word : undefined}>{current?.name ?? common('views')}</span>
        </>
      }
    >
      <Stack gap={6} p={6} w="min(20rem, calc(100vw - 2rem))">
        <Text component="div" size="xs" fw={600} c="dimmed" px={6} py={2}>
          {t('title')}
        </Text>
        <ViewLines saved={saved} />
        <SaveView saved={saved} />
      </Stack>
    </DropPanel>
  );
}

/** A form that saves the current state of the list as a view. */
function SaveView({ saved }: { saved: SavedViewsOfList }) {
  const { t } = useTranslation('savedViews');
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const replaces = saved.views.some((view) => view.name === name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name === '') return;
    saved.save(name);
    setTyped('');
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <NameField label={t('name')} value={typed} onChange={setTyped} />
      <Button type="submit" size="xs" disabled={name === ''}>
        {t(replaces ? 'replace' : 'save')}
      </Button>
    </form>
  );
}
