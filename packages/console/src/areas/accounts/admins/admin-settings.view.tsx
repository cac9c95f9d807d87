import '@mantine/core/styles/Skeleton.layer.css';
import { Box, Group, Skeleton, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { AccessSection } from './access-section.tsx';
import { AdminHeader } from './admin-header.tsx';
import texts from './admins.texts.json';
import { NameSection } from './name-section.tsx';
import { PanelSection } from './panel-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import { StatusSection } from './status-section.tsx';
import { SuperiorSection } from './superior-section.tsx';
import { useAdmin, type SectionProps } from './use-admin.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { sidebarOf } from '../../../shared/shell/sidebar/preset-groups.ts';

addTexts('admins', texts);

/** The settings of an admin: status, superior, access, name, sign-in and sidebar. */
export function AdminSettingsView() {
  const { admin, loading, error, refetch, mayChange } = useAdmin();
  return (
    <Box maw="64rem">
      <AdminHeader admin={admin} loading={loading} page="settings" />
      {error !== null && <ErrorView error={error} retry={refetch} />}
      {loading && <Skeleton height={320} radius="md" />}
      {admin && <Sections admin={admin} mayChange={mayChange} />}
    </Box>
  );
}

function Sections({ admin, mayChange }: SectionProps) {
  const { preset } = useAdminSession().installation;
  return (
    <Stack>
      {admin.refusal !== '' && (
        <Group component="p" className="fw-sunken" gap="xs" wrap="nowrap" c="dimmed">
          <IconInfoCircle size={18} aria-hidden /> {admin.refusal}
        </Group>
      )}
      <StatusSection admin={admin} mayChange={mayChange} />
      <SuperiorSection admin={admin} mayChange={mayChange} />
      <AccessSection key={admin.id} admin={admin} mayChange={mayChange} />
      <NameSection admin={admin} mayChange={mayChange} />
      <ProtectionSection admin={admin} mayChange={mayChange} />
      {/* A preset has one sidebar for everybody. */}
      {sidebarOf(preset) === null && <PanelSection admin={admin} mayChange={mayChange} />}
    </Stack>
  );
}
