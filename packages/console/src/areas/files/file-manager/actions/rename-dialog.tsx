import '@mantine/core/styles/Input.layer.css';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isFileName, limits } from '@fairwatch/contract';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { pathOf, type FileRow } from '../file-path.ts';

interface RenameDialogProps {
  files: readonly FileRow[];
  onSubmit: (renames: { path: string; name: string }[]) => void;
  close: () => void;
}

/** Asks for new names of several files, one by one or by replacing a part of all names. */
export function RenameDialog({ files, onSubmit, close }: RenameDialogProps) {
  const { t } = useTranslation('files');
  const [names, setNames] = useState<readonly NewName[]>(() => files.map((file) => ({ file, name: file.name })));
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const problems = nameProblems(names);
  const renames = changedNames(names);
  const isWrong = problems.some((problem) => problem !== null);
  const dirty = renames.length > 0;
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isWrong && dirty) onSubmit(renames);
  }
  return (
    <Dialog wide title={t('renameMany.title', { count: files.length })} close={cancel} dirty={dirty}>
      <form onSubmit={handleSubmit} noValidate>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex="1 1 10rem"
            label={t('renameMany.find')}
            value={find}
            autoComplete="off"
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <TextInput
            flex="1 1 10rem"
            label={t('renameMany.replace')}
            value={replacement}
            autoComplete="off"
            onChange={(event) => setReplacement(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={find === ''}
            onClick={() => setNames(replaceInNames(names, find, replacement))}
          >
            {t('renameMany.apply')}
          </Button>
        </Group>
        {/* The padding keeps the focus ring of the fields inside the scrolling area. */}
        <Stack
          component="fieldset"
          gap="xs"
          mah="50dvh"
          mt="md"
          mx={-4}
          p={4}
          style={{ overflowY: 'auto' }}
          aria-label={t('renameMany.names')}
        >
          {names.map(({ file, name }, index) => (
            <TextInput
              key={`${file.parent}/${file.name}`}
              label={file.name}
              aria-label={t('renameMany.nameOf', { name: file.name })}
              value={name}
              autoComplete="off"
              error={problemText(problems[index] ?? null)}
              onChange={({ currentTarget }) => {
                const typed = currentTarget.value;
                setNames(names.with(index, { file, name: typed }));
              }}
            />
          ))}
        </Stack>
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('actions.cancel')}
          </Button>
          <ReasonButton type="submit" reason={isWrong ? t('renameMany.wrong') : dirty ? null : t('renameMany.nothing')}>
            {t('renameMany.submit', { count: renames.length })}
          </ReasonButton>
        </Group>
      </form>
    </Dialog>
  );

  function problemText(problem: ReturnType<typeof nameProblems>[number]): string | undefined {
    if (problem === null) return undefined;
    return t(problem === 'taken' ? 'renameMany.taken' : 'actions.badName');
  }
}

/** A file or folder, and the name that it shall get. */
export interface NewName {
  file: { parent: string; name: string };
  name: string;
}

/** Why a new name is refused; null when it is allowed. */
type NameProblem = 'badName' | 'taken' | null;

/** Replaces a part of each name. An empty search changes nothing. */
export function replaceInNames(names: readonly NewName[], find: string, replacement: string): NewName[] {
  if (find === '') return [...names];
  return names.map(({ file, name }) => ({ file, name: name.replaceAll(find, replacement) }));
}

/** Checks each name: allowed by itself, and different from the others of its folder. */
export function nameProblems(names: readonly NewName[]): NameProblem[] {
  const paths = names.map(({ file, name }) => pathOf({ ...file, name }));
  return names.map(({ name }, index) => {
    if (!isFileName(name) || name.length > limits.file.nameMaxLength) return 'badName';
    return paths.indexOf(paths[index] ?? '') === paths.lastIndexOf(paths[index] ?? '') ? null : 'taken';
  });
}

/** The renames that change something, in the form of a run. */
export function changedNames(names: readonly NewName[]): { path: string; name: string }[] {
  return names.filter(({ file, name }) => file.name !== name).map(({ file, name }) => ({ path: pathOf(file), name }));
}
