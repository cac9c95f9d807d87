import '@mantine/core/styles/Input.layer.css';
import { ticketCategories, ticketPriorities, type Ticket } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { textOfError } from '../../../../core/api/api-error.ts';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { Problem } from '../../../../core/forms/problem.tsx';
import { toast } from '../../../../core/toast/toast.tsx';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import parts from '../../../../core/forms/form-parts.module.css';
import { changesOf, statusesFor } from './edit-choices.ts';
import { saveEdit, type TicketEdit } from './update-ticket.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { offeredCategories } from '../offered-categories.ts';

interface EditTicketProps {
  /** The current ticket, which may change while the dialog is open. */
  ticket: Ticket;
  close: () => void;
}

/**
 * The dialog that changes status, priority and category. If somebody else has changed the ticket meanwhile, the server
 * rejects the version; the ticket is then loaded again and the next save is based on it.
 */
export function EditTicket({ ticket, close }: EditTicketProps) {
  const { t } = useTicketTexts();
  const { id } = ticket;
  const [chosen, setChosen] = useState<TicketEdit>({});
  const [version, setVersion] = useState<number | null>(ticket.version);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const changes = changesOf(ticket, chosen);
  const values = { status: ticket.status, priority: ticket.priority, category: ticket.category, ...changes };
  const choose = (part: TicketEdit) => setChosen((before) => ({ ...before, ...part }));

  const isDirty = Object.keys(changes).length > 0;
  const confirmLeaving = useUnsavedChanges(isDirty);
  const cancel = () => confirmLeaving(close);

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!isDirty) return close();
    setSaving(true);
    setProblem(null);
    try {
      await saveEdit(id, version ?? ticket.version, changes);
      toast.success(t('edit.saved', { id }));
      close();
    } catch (error) {
      setProblem(textOfError(error));
      setVersion(null);
    } finally {
      setSaving(false);
    }
  }
  // After a conflict the ticket was loaded again, so the next save is based on what the admin sees.
  if (version === null) setVersion(ticket.version);

  return (
    <Dialog title={t('edit.title', { id })} close={cancel} dirty={isDirty}>
      <form className={parts.form} onSubmit={(event) => void save(event)}>
        <NativeSelect
          label={t('columns.status')}
          description={ticket.status === 'CANCELLED' ? t('edit.final') : undefined}
          data={statusesFor(ticket.status).map((value) => ({ value, label: t(`status.${value}`) }))}
          value={values.status}
          disabled={ticket.status === 'CANCELLED'}
          onChange={({ currentTarget: { value } }) =>
            choose({ status: statusesFor(ticket.status).find((each) => each === value) })
          }
        />
        <NativeSelect
          label={t('columns.priority')}
          data={ticketPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={values.priority}
          onChange={({ currentTarget: { value } }) =>
            choose({ priority: ticketPriorities.find((each) => each === value) })
          }
        />
        <NativeSelect
          label={t('columns.category')}
          data={offeredCategories(ticket.category).map((value) => ({ value, label: t(`category.${value}`) }))}
          value={values.category}
          onChange={({ currentTarget: { value } }) =>
            choose({ category: ticketCategories.find((each) => each === value) })
          }
        />
        <Problem text={problem ?? undefined} />
        <FormButtons cancelLabel={t('edit.cancel')} cancel={cancel} submitLabel={t('edit.save')} saving={saving} />
      </form>
    </Dialog>
  );
}
