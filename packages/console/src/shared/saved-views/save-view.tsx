import { Button } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { NameField } from './name-field.tsx';
import classes from './saved-views.module.css';
import type { SavedViews } from './use-saved-views.ts';

/** A form that saves the current state of the list as a view. */
export function SaveView({ saved }: { saved: SavedViews }) {
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
