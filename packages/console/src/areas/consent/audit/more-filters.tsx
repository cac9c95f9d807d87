import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { textFilters, useAuditFilters } from './audit-filters.ts';
import classes from '../../../shared/log-lines/audit.module.css';
import { limits } from '@fairwatch/contract';
import toolbar from '../../../core/components/filters/filters.module.css';
import { useComponentTexts } from '../../../core/components/use-component-texts.ts';
import { useTypedText } from '../../../core/components/filters/use-typed-text.ts';

/**
 * A line of text filters that can be collapsed. It stays open while one of them is set, so that the reader sees why entries are
 * missing. The style sheet shows the line below the rest of the toolbar.
 */
export function MoreFilters() {
  const { t } = useTranslation('audit');
  const { filters, change } = useAuditFilters();
  const active = textFilters.filter((name) => filters[name] !== undefined);
  const [isExpanded, setIsExpanded] = useState(false);
  const opened = isExpanded || active.length > 0;
  const id = useId();
  return (
    <>
      {active.length === 0 && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={() => setIsExpanded(!opened)}
        >
          {t('filter.more')}
        </Button>
      )}
      {opened && (
        <fieldset id={id} className={classes.more} aria-label={t('filter.more')}>
          {textFilters.map((name) => (
            <FilterText
              key={name}
              label={t(`filter.text.${name}`)}
              value={filters[name] ?? ''}
              onChange={(text) => change({ [name]: text || undefined }, { replace: filters[name] !== undefined })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

interface FilterTextProps {
  label: string;
  /** The value in the URL; empty for no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** Narrows a list to rows in which one field contains the typed text. It is applied while typing, like the search box. */
function FilterText({ label, value, onChange }: FilterTextProps) {
  const { t } = useComponentTexts();
  const { text, type, settle, clear } = useTypedText(value, onChange);
  return (
    <TextInput
      className={toolbar.filter}
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
