import { invitationList, renewInvitation, revokeInvitation, roleTemplates, type Invitation } from '@fairwatch/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../core/api/query.ts';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import table from '../../../core/components/table/plain-table.module.css';
import { PlainTable } from '../../../core/components/table/plain-table.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import classes from './invitations.module.css';
import type { MadeInvitation } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { listText } from '../../../core/i18n/list-text.ts';

const columns = ['who', 'template', 'groups', 'expires', 'by', 'actions'] as const;

/** The invitations that nobody has accepted. Nothing is drawn while there are none. */
export function PendingInvitations() {
  const { t } = useTranslation('invitations');
  const list = useQuery(query(invitationList, {})).data?.data ?? [];
  const [renewed, setRenewed] = useState<MadeInvitation | null>(null);
  return (
    <>
      {list.length > 0 && (
        <section className={classes.list} aria-label={t('list.title')}>
          <Title order={2}>{t('list.title')}</Title>
          <PlainTable
            label={t('list.title')}
            columns={columns}
            titleOf={(column) => t(`list.columns.${column}`)}
            loading={false}
            className={classes.invitations}
          >
            {list.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} show={setRenewed} />
            ))}
          </PlainTable>
        </section>
      )}
      {renewed && <LinkDialog invitation={renewed} isReplaced close={() => setRenewed(null)} />}
    </>
  );
}

function InvitationRow({ invitation, show }: { invitation: Invitation; show: (made: MadeInvitation) => void }) {
  const { t } = useTranslation('invitations');
  const { name, email, template, groups, expiresAt, expired, invitedBy } = invitation;
  const who = name || email || t('list.byLink');
  return (
    <tr className={table.row}>
      <th scope="row" data-column="who">
        <span className={table.title}>{who}</span>
        {name !== '' && email !== '' && <span className={table.note}>{email}</span>}
      </th>
      <td data-column="template" data-label={t('list.columns.template')}>
        {roleTemplates[template].title}
      </td>
      <td data-column="groups" data-label={t('list.columns.groups')}>
        {listText(groups) || t('list.none')}
      </td>
      <td data-column="expires" data-label={t('list.columns.expires')}>
        {expired ? t('list.expired') : <RelativeTime at={expiresAt} />}
      </td>
      <td data-column="by" data-label={t('list.columns.by')}>
        {invitedBy}
      </td>
      <td data-column="actions">
        <Can use={renewInvitation}>
          <InvitationActions invitation={invitation} who={who} show={show} />
        </Can>
      </td>
    </tr>
  );
}

interface InvitationActionsProps {
  invitation: Invitation;
  who: string;
  show: (made: MadeInvitation) => void;
}

function InvitationActions({ invitation, who, show }: InvitationActionsProps) {
  const { t } = useTranslation('invitations');
  const { id, invitedBy, renewable } = invitation;
  const [isConfirming, setConfirming] = useState(false);
  const renew = useCall(renewInvitation);
  const revoke = useCall(revokeInvitation);
  const copy = async () => {
    const made = await toastPromise(renew.mutateAsync({ id })).catch(() => null);
    if (made !== null) show({ ...made.data, email: '' });
    await refetchChanged('admins');
  };
  const confirm = async () => {
    setConfirming(false);
    await toastPromise(revoke.mutateAsync({ id })).catch(() => null);
    await refetchChanged('admins');
  };
  return (
    <Group gap={6}>
      <ReasonButton
        size="compact-sm"
        variant="default"
        aria-label={t('list.renewOf', { name: who })}
        reason={renewable ? null : t('list.notYours', { name: invitedBy })}
        loading={renew.isPending}
        onClick={() => void copy()}
      >
        {t('list.renew')}
      </ReasonButton>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('list.revokeOf', { name: who })}
        loading={revoke.isPending}
        onClick={() => setConfirming(true)}
      >
        {t('list.revoke')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t('list.revokeTitle')}
        confirm={t('list.revoke')}
        cancel={t('list.keep')}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('list.revokeText')}</Text>
      </ConfirmDialog>
    </Group>
  );
}
