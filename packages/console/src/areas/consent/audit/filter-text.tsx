import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { limits } from '@fairwatch/contract';
import { CloseButton, TextInput } from '@mantine/core';
import classes from '../../../core/components/filters/filters.module.css';
import { useComponentTexts } from '../../../core/components/use-component-texts.ts';
import { useTypedText } from '../../../core/components/filters/use-typed-text.ts';

interface FilterTextProps {
  label: string;
  /** The value in the URL; empty for no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** Narrows a list to rows in which one field contains the typed text. It is applied while typing, like the search box. */
export function FilterText({ label, value, onChange }: FilterTextProps) {
  const { t } = useComponentTexts();
  const { text, type, settle, clear } = useTypedText(value, onChange);
  return (
    <TextInput
      className={classes.filter}
      label={label}
      size="sm"
      labelProps={{ fz: 'xs', fw: 400, c: 'dimmed' }}
      maxLength={limits.search.maxLength}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={`${t('search.clear')}: ${label}`} onClick={clear} />
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Escape') clear();
        if (key === 'Enter') settle();
      }}
    />
  );
}
