import { Box, Group } from '@mantine/core';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { breadcrumbsOf } from '../file-path.ts';
import classes from '../files.module.css';

interface BreadcrumbsProps {
  /** Null while a search covers all folders. */
  path: string | null;
  open: (path: string) => void;
}

/** The path of the open folder, with a link to each of its parents. */
export function Breadcrumbs({ path, open }: BreadcrumbsProps) {
  const { t } = useTranslation('files');
  const steps = [{ name: t('root'), path: '' }, ...breadcrumbsOf(path ?? '')];
  return (
    <Box component="nav" flex="1 1 12rem" miw={0} aria-label={t('place')}>
      <Group component="ol" gap={4} fz="sm" className={classes.steps}>
        {steps.map((step) => (
          <li key={step.path}>
            {step.path === path ? (
              <strong aria-current="location">{step.name}</strong>
            ) : (
              <button type="button" onClick={() => open(step.path)}>
                {step.name}
              </button>
            )}
          </li>
        ))}
      </Group>
    </Box>
  );
}
