import type { SavedView } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { RowAction } from '../../core/components/buttons/row-action.tsx';
import { PanelOption } from '../../core/components/overlays/drop-panel.tsx';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { NameField } from './name-field.tsx';
import classes from './saved-views.module.css';
import type { SavedViews } from './use-saved-views.ts';

/** The list of saved views with their buttons. The last removed view can be restored. */
export function ViewLines({ saved }: { saved: SavedViews }) {
  const { t } = useTranslation('savedViews');
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const remove = (view: SavedView) => {
    setRemoved(view);
    saved.remove(view);
  };
  const undo = () => {
    if (removed !== null) saved.restore(removed);
    setRemoved(null);
  };
  return (
    <>
      {saved.views.length === 0 && removed === null && (
        <Text size="sm" c="dimmed" px={6} pb={4}>
          {t('empty')}
        </Text>
      )}
      {saved.views.length > 0 && (
        <ul className={classes.lines}>
          {saved.views.map((view) => (
            <ViewLine key={view.name} view={view} saved={saved} remove={() => remove(view)} />
          ))}
        </ul>
      )}
      <output>
        {removed !== null && (
          <Group component="span" justify="space-between" gap="xs" wrap="nowrap" pl={6} fz="sm" c="dimmed">
            {t('removed', { name: removed.name })}
            <Button variant="subtle" size="compact-sm" onClick={undo}>
              {t('undo')}
            </Button>
          </Group>
        )}
      </output>
    </>
  );
}

interface ViewLineProps {
  view: SavedView;
  saved: SavedViews;
  remove: () => void;
}

function ViewLine({ view, saved, remove }: ViewLineProps) {
  const { t } = useTranslation('savedViews');
  const [renaming, setRenaming] = useState(false);
  const { name } = view;
  if (renaming) return <RenameLine name={name} saved={saved} close={() => setRenaming(false)} />;
  return (
    <Group component="li" gap={2} wrap="nowrap">
      <PanelOption pressed={view === saved.current} onClick={() => saved.apply(view)}>
        <span className="fw-ellipsis">{name}</span>
      </PanelOption>
      <RowAction icon={IconPencil} label={t('rename', { name })} onClick={() => setRenaming(true)} />
      <RowAction icon={IconTrash} label={t('remove', { name })} onClick={remove} />
    </Group>
  );
}

interface RenameLineProps {
  name: string;
  saved: SavedViews;
  close: () => void;
}

function RenameLine({ name, saved, close }: RenameLineProps) {
  const { t } = useTranslation('savedViews');
  const [typed, setTyped] = useState(name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed.trim() !== '') saved.rename(name, typed.trim());
    close();
  };
  return (
    <li>
      <form className={classes.form} onSubmit={submit}>
        <NameField label={t('rename', { name })} value={typed} onChange={setTyped} focused />
        <Button type="submit" size="xs" variant="default">
          {t('done')}
        </Button>
      </form>
    </li>
  );
}
