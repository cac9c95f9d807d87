import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterText } from '../components/filter-text.tsx';
import { textFilters, useAuditFilters } from './audit-filters.ts';
import classes from './audit.module.css';

/**
 * Filters that are typed, on a line of their own. It stays open while one of them is set, or nobody would see why entries are missing.
 * `rest` stands between the button and the line.
 */
export function MoreFilters({ rest }: { rest: ReactNode }) {
  const { t } = useTranslation('audit');
  const { filters, change } = useAuditFilters();
  const active = textFilters.filter((name) => filters[name] !== undefined);
  const [wanted, setWanted] = useState(false);
  const opened = wanted || active.length > 0;
  const id = useId();
  return (
    <>
      {active.length === 0 && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={() => setWanted(!opened)}
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
