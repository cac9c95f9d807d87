import { createInvitation } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '../../../core/components/can.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import type { MadeInvitation } from './invite-dialog.tsx';
import texts from './invitations.texts.json';

addTexts('invitations', texts);

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog);
const LinkDialog = lazyDialog(async () => (await import('./link-dialog.tsx')).LinkDialog);

/** Opens the dialog that invites a colleague, and then shows the link. */
export function InviteButton() {
  const { t } = useTranslation('invitations');
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const show = (invitation: MadeInvitation) => {
    setOpen(false);
    setMade(invitation);
  };
  return (
    <Can use={createInvitation}>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('invite')}
      </Button>
      {isOpen && <InviteDialog close={() => setOpen(false)} onMade={show} />}
      {made && <LinkDialog invitation={made} isReplaced={false} close={() => setMade(null)} />}
    </Can>
  );
}
