import '@mantine/core/styles/CloseButton.layer.css';
import { deletePasscodes, remindPasscodes, type Passcode } from '@fairwatch/contract';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconMail, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { call } from '../../../core/api/client.ts';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { useNow } from '../../../core/components/time/use-now.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { toast, toastPromise } from '../../../core/toast/toast.tsx';
import { cardIds } from './cards/card-ids.ts';
import { canBeReminded } from './can-be-reminded.ts';
import type { PasscodeSelection } from './use-passcode-selection.ts';

interface SelectionBarProps {
  selection: PasscodeSelection;
}

/** The actions of the selected passcodes. What an action cannot be done with is left out, and its number says so. */
export function SelectionBar({ selection }: SelectionBarProps) {
  const { t } = useTranslation('passcodes');
  const navigate = useNavigate();
  const chosen = [...selection.chosen.values()];
  if (chosen.length === 0) return null;
  const valid = chosen.filter(({ state }) => state === 'VALID');
  return (
    <Group component="section" className="fw-selection-bar" gap="xs" aria-label={t('selection.label')}>
      <CloseButton aria-label={t('selection.clear')} onClick={selection.clear} />
      <output className="fw-figures">{t('selection.count', { count: chosen.length })}</output>
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        reason={valid.length === 0 ? t('selection.noneValid') : null}
        onClick={() => void navigate(pageLink('/otp-list/cards', { search: { ids: cardIds(valid) } }))}
      >
        {t('selection.print', { count: valid.length })}
      </ReasonButton>
      <Remind passcodes={chosen} clear={selection.clear} />
      <Revoke passcodes={chosen} clear={selection.clear} />
    </Group>
  );
}

interface ActionProps {
  passcodes: readonly Passcode[];
  /** Clears the selection once the action is done. */
  clear: () => void;
}

function Remind({ passcodes, clear }: ActionProps) {
  const { t } = useTranslation('passcodes');
  const now = useNow();
  const [sending, setSending] = useState(false);
  const ids = passcodes.filter((passcode) => canBeReminded(passcode, now)).map(({ id }) => id);
  async function remind(): Promise<void> {
    setSending(true);
    try {
      const { sent, skipped, failed } = (await call(remindPasscodes, { ids })).data;
      const words = [
        t('remind.sent', { count: sent }),
        ...(skipped > 0 ? [t('remind.skipped', { count: skipped })] : []),
        ...(failed > 0 ? [t('remind.failed', { count: failed })] : []),
      ].join(' ');
      if (failed > 0) toast.error(words);
      else toast.success(words);
      clear();
    } catch (error) {
      toast.error(textOfError(error));
    }
    setSending(false);
    await refetchChanged('passcodes');
  }
  return (
    <Can use={remindPasscodes}>
      <ReasonButton
        size="xs"
        variant="default"
        loading={sending}
        leftSection={<IconMail size={16} aria-hidden />}
        reason={ids.length === 0 ? t('remind.nobody') : null}
        onClick={() => void remind()}
      >
        {t('remind.button', { count: ids.length })}
      </ReasonButton>
    </Can>
  );
}

function Revoke({ passcodes, clear }: ActionProps) {
  const { t } = useTranslation('passcodes');
  const [confirming, setConfirming] = useState(false);
  const ids = passcodes.filter(({ state }) => state !== 'USED').map(({ id }) => id);
  async function revoke(): Promise<void> {
    setConfirming(false);
    const isDone = await toastPromise(call(deletePasscodes, { ids })).then(
      () => true,
      () => false,
    );
    if (isDone) clear();
    await refetchChanged('passcodes');
  }
  return (
    <Can use={deletePasscodes}>
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        reason={ids.length === 0 ? t('revoke.nothing') : null}
        onClick={() => setConfirming(true)}
      >
        {t('revoke.button', { count: ids.length })}
      </ReasonButton>
      <ConfirmDialog
        opened={confirming}
        title={t('revoke.title', { count: ids.length })}
        confirm={t('revoke.confirm')}
        cancel={t('cancel')}
        onConfirm={() => void revoke()}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('revoke.text')}</Text>
      </ConfirmDialog>
    </Can>
  );
}

/** Selects everything that matches, for actions on more than one page of the list. */
export function SelectAll({ selection, total }: SelectionBarProps & { total: number }) {
  const { t } = useTranslation('passcodes');
  if (total === 0) return null;
  return (
    <Button variant="default" loading={selection.loading} onClick={() => void selection.selectAll()}>
      {t('selection.all', { count: total })}
    </Button>
  );
}
