import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { createInvitation, levelsOf, limits, type OutputOf, invitationLimits } from '@fairwatch/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { useCall } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageFacts } from '../../../core/page-facts/page-facts.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { emptyInvite, inputOf, isAddress, offeredDays, seesEverything, type InviteDraft } from './invite-draft.ts';
import { GroupFields, TemplateFields } from './invite-fields.tsx';
import { TemplateSummary } from './template-summary.tsx';

/** An invitation that was just made. */
export interface MadeInvitation extends OutputOf<typeof createInvitation> {
  /** The address that the link was mailed to; empty for none. */
  email: string;
}

interface InviteDialogProps {
  close: () => void;
  onMade: (made: MadeInvitation) => void;
}

/** Asks whom to invite, with which role template and groups, and shows in words what the account will be able to see and do. */
export function InviteDialog({ close, onMade }: InviteDialogProps) {
  const { t } = useTranslation('invitations');
  const session = useAdminSession();
  const [first] = useState(() => emptyInvite(session));
  const [draft, setDraft] = useState(first);
  const [tried, setTried] = useState(false);
  const { mutateAsync, isPending } = useCall(createInvitation);
  const address = useRef<HTMLInputElement>(null);
  const dirty = draft !== first;
  const confirmAnd = useUnsavedChanges(dirty && !isPending);
  const cancel = () => confirmAnd(close);
  const change = (part: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { template } = draft;
  const everything = template !== null && seesEverything(template);
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!isAddress(draft.email)) return address.current?.focus();
    if (template === null) return;
    const made = await toastPromise(mutateAsync(inputOf(draft, template))).catch(() => null);
    if (made !== null) onMade({ ...made.data, email: draft.email.trim() });
    await refetchChanged('admins');
  }
  return (
    <Dialog title={t('title')} close={cancel} dirty={dirty} wide>
      <form className={parts.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={parts.hint}>{t(everything ? 'hintSuper' : 'hint')}</p>
        <div className={parts.pair}>
          <TextInput
            name="name"
            label={t('name')}
            description={t('nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maxLength={invitationLimits.nameMaxLength}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            ref={address}
            name="email"
            type="email"
            label={t('email')}
            description={t(draft.email === '' || pageFacts().sendsMail ? 'emailHint' : 'noMail')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maxLength={limits.email.maxLength}
            value={draft.email}
            error={tried && !isAddress(draft.email) && t('emailWrong')}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
        </div>
        <TemplateFields template={template} choose={(chosen) => change({ template: chosen })} />
        <GroupFields everything={everything} chosen={draft.groupIds} choose={(groupIds) => change({ groupIds })} />
        <NativeSelect
          name="days"
          label={t('days')}
          maw="10rem"
          data={offeredDays.map((count) => ({ value: String(count), label: t('dayCount', { count }) }))}
          value={draft.days}
          onChange={({ currentTarget }) => change({ days: currentTarget.value })}
        />
        {template !== null && (
          <section className={parts.part} aria-label={t('summary.title')}>
            <h3>{t('summary.title')}</h3>
            <TemplateSummary
              everything={everything}
              access={levelsOf(template)}
              usedKinds={session.installation.usedKinds}
            />
          </section>
        )}
        <FormButtons cancelLabel={t('cancel')} cancel={cancel} submitLabel={t('create')} saving={isPending} />
      </form>
    </Dialog>
  );
}
