import type { PermissionRequirement, PermissionStatus } from '@fairwatch/contract';
import { IconCircleCheck, IconCircleDashed, IconCircleHalf2, IconCircleX, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-permissions.module.css';

const icons: Record<PermissionStatus, TablerIcon> = {
  GRANTED: IconCircleCheck,
  ONLY_WHILE_IN_USE: IconCircleHalf2,
  DENIED: IconCircleX,
  NOT_ASKED: IconCircleDashed,
};

/** The status of a permission as an icon and a word. A required permission that is missing is highlighted. */
export function StatusBadge({ status, requirement }: { status: PermissionStatus; requirement: PermissionRequirement }) {
  const { t } = useTranslation('app-permissions');
  const Icon = icons[status];
  const isMissing = requirement === 'REQUIRED' && (status === 'DENIED' || status === 'NOT_ASKED');
  return (
    <span className={classes.status} data-status={status} data-missing={isMissing || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}

export function RequirementBadge({ requirement }: { requirement: PermissionRequirement }) {
  const { t } = useTranslation('app-permissions');
  return (
    <span className={classes.requirement} data-required={requirement === 'REQUIRED' || undefined}>
      {t(`requirement.${requirement}`)}
    </span>
  );
}
