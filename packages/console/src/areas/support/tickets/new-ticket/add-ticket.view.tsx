import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import {
  createTicket,
  ticketLimits,
  ticketPriorities,
  type TicketCategory,
  type TicketPriority,
} from '@fairwatch/contract';
import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../../../core/api/client.ts';
import { useCan } from '../../../../core/components/can.tsx';
import { ChoiceField } from '../../../../core/components/buttons/choice.tsx';
import { textOfError } from '../../../../core/api/api-error.ts';
import { PageHeader } from '../../../../core/components/page/page-header.tsx';
import { CountedTextarea } from '../../../../core/forms/counted-textarea.tsx';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import { Problem } from '../../../../core/forms/problem.tsx';
import parts from '../../../../core/forms/form-parts.module.css';
import { sides } from '../sides.ts';
import { emptyTicket, deleteNewTicketDraft, useNewTicket } from './use-new-ticket.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { offeredCategories } from '../offered-categories.ts';

const { titleMaxLength, descriptionMaxLength } = ticketLimits;

/** The form that opens a ticket. The draft is kept in the browser until it is sent, so a reload or a lost connection loses nothing. */
export function AddTicketView() {
  const { t } = useTicketTexts();
  const navigate = useNavigate();
  const canReadTickets = useCan({ access: { permission: 'MY_TICKETS', level: 'READ_ONLY' } });
  const [draft, change] = useNewTicket();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setIsSubmitted(true);
    const emptyField = (['title', 'description'] as const).find((field) => draft[field].trim() === '');
    if (emptyField !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${emptyField}]`)?.focus();
    setSending(true);
    setProblem(null);
    try {
      const { data } = await call(createTicket, draft);
      deleteNewTicketDraft();
      toast.success(t('add.done', { id: data.id }));
      void refetchChanged('tickets');
      if (canReadTickets) return await navigate({ to: sides.MINE.pageOf(data.id), replace: true });
      change(emptyTicket());
      setIsSubmitted(false);
    } catch (error) {
      setProblem(textOfError(error));
    } finally {
      setSending(false);
    }
  }
  const missingText = (field: 'title' | 'description') =>
    isSubmitted && draft[field].trim() === '' && t(`add.${field}Missing`);

  return (
    <>
      <PageHeader title={t('add.title')} subtitle={t('add.subtitle')} />
      <Paper maw="46rem" p={{ base: 'md', xs: 'lg' }}>
        <form ref={form} className={parts.form} noValidate onSubmit={(event) => void submit(event)}>
          <TextInput
            name="title"
            label={t('add.fieldTitle')}
            placeholder={t('add.fieldTitleHint')}
            withAsterisk
            maxLength={titleMaxLength}
            autoComplete="off"
            dir="auto"
            value={draft.title}
            error={missingText('title')}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <CountedTextarea
            name="description"
            label={t('add.fieldDescription')}
            placeholder={t('add.fieldDescriptionHint')}
            rows={8}
            maxLength={descriptionMaxLength}
            countWords={(count) => t('composer.left', { count })}
            dir="auto"
            value={draft.description}
            error={missingText('description')}
            onText={(description) => change({ description })}
          />
          <Group align="flex-end">
            <NativeSelect
              name="category"
              flex="1 1 10rem"
              label={t('add.fieldCategory')}
              data={offeredCategories().map((value) => ({ value, label: t(`category.${value}`) }))}
              value={draft.category}
              onChange={(event) => change({ category: event.currentTarget.value as TicketCategory })}
            />
            <ChoiceField<TicketPriority>
              label={t('add.fieldPriority')}
              options={ticketPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
              value={draft.priority}
              onChange={(priority) => change({ priority })}
            />
          </Group>
          <Problem text={problem ?? undefined} />
          <Group justify="space-between" gap="sm">
            <span className="fw-note">{t('add.kept')}</span>
            <Group gap="xs">
              {canReadTickets && (
                <Button variant="default" renderRoot={(props) => <Link to={sides.MINE.list} {...props} />}>
                  {t('add.cancel')}
                </Button>
              )}
              <Button type="submit" loading={sending}>
                {t('add.send')}
              </Button>
            </Group>
          </Group>
        </form>
      </Paper>
    </>
  );
}
