import { adminRoleTitles, type AdminRole } from '@fairwatch/contract';
import { IconBan, IconClock, IconCrown, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../core/components/badges/tone-badge.tsx';
import { useAccessTexts } from './use-access-texts.ts';

const looks: Record<AdminRole, BadgeLook> = {
  PENDING: { icon: IconClock, tone: 'waiting' },
  NON_ADMIN: { icon: IconUser, tone: 'quiet' },
  ADMIN: { icon: IconShieldCheck, tone: 'good' },
  SUPER_ADMIN: { icon: IconCrown, tone: 'working' },
};

/** A badge with an account's role, or "blocked", which takes precedence. */
export function AdminStatus({ adminStatus, blocked }: { adminStatus: AdminRole; blocked: boolean }) {
  const { t } = useAccessTexts();
  if (blocked) return <ToneBadge icon={IconBan} tone="bad" label={t('blocked')} />;
  return <ToneBadge {...looks[adminStatus]} label={adminRoleTitles[adminStatus]} />;
}
