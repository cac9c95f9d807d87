import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { FilterText } from './filter-text.tsx';
import { textFilters, useAuditFilters } from './audit-filters.ts';
import classes from '../../../shared/log-lines/audit.module.css';

/**
 * A line of text filters that can be collapsed. It stays open while one of them is set, so that the reader sees why entries are
 * missing. `rest` is shown between the button and the line.
 */
export function MoreFilters({ rest }: { rest: ReactNode }) {
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
      {rest}
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
