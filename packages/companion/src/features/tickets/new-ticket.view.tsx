import {
  ticketLimits,
  ticketPriorities,
  type PersonTicket,
  type TicketCategory,
  type TicketPriority,
} from '@fairwatch/contract';
import { problemText, ticketWords } from '@fairwatch/device/words';
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { BackLink } from '../../core/components/back-link.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { useDraft } from '../../core/live/use-draft.ts';
import { newTicketKey, type NewTicketDraft } from '../../core/tickets/ticket-drafts.ts';
import classes from './tickets.module.css';
import { t } from './tickets.texts.ts';

const blank: NewTicketDraft = { title: '', description: '', category: null, priority: 'MEDIUM' };
const { titleMaxLength, descriptionMaxLength } = ticketLimits;

/** The form of a new ticket. It is stored as a draft until it is sent. */
export function NewTicketView() {
  const { draft, change, clear } = useDraft(newTicketKey, blank);
  return (
    <>
      <BackLink href="/tickets">{t('all')}</BackLink>
      <PageTitle>{ticketWords('write')}</PageTitle>
      {draft && <NewTicketForm draft={draft} change={change} clear={clear} />}
    </>
  );
}

interface NewTicketFormProps {
  draft: NewTicketDraft;
  change: (draft: NewTicketDraft) => void;
  clear: () => void;
}

function NewTicketForm({ draft, change, clear }: NewTicketFormProps) {
  const { client } = useCompanion();
  const isConnected = useLive((live) => live.connection === 'connected');
  const offered = useLive((live) => live.ticketCategories);
  const category = offered.find((each) => each === draft.category) ?? offered[0] ?? 'OTHER';
  const [, go] = useLocation();
  const [isTried, setIsTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isMissing = (text: string) => isTried && text.trim() === '';
  const finish = async (opening: Promise<PersonTicket>) => {
    setIsSending(true);
    try {
      const { ticketId } = await opening;
      clear();
      go(`/tickets/${ticketId}`);
    } catch (error) {
      setProblem(problemText(error));
      setIsSending(false);
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (draft.title.trim() === '' || draft.description.trim() === '') return;
    setProblem(null);
    const opening = client.tickets.open({ ...draft, category });
    if (!isConnected) {
      // The device keeps it and sends it later; what is refused then is a draft again.
      clear();
      opening.catch(() => undefined);
      return go('/tickets');
    }
    void finish(opening);
  };
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <TextInput
        size="md"
        label={ticketWords('fields.title.label')}
        description={ticketWords('fields.title.hint')}
        maxLength={titleMaxLength}
        value={draft.title}
        error={isMissing(draft.title) && ticketWords('fields.title.missing')}
        onChange={({ currentTarget }) => change({ ...draft, title: currentTarget.value })}
      />
      <Textarea
        size="md"
        label={ticketWords('fields.description.label')}
        rows={6}
        maxLength={descriptionMaxLength}
        value={draft.description}
        error={isMissing(draft.description) && ticketWords('fields.description.missing')}
        onChange={({ currentTarget }) => change({ ...draft, description: currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={ticketWords('fields.category')}
        data={offered.map((value) => ({ value, label: ticketWords(`categories.${value}`) }))}
        value={category}
        onChange={({ currentTarget }) => change({ ...draft, category: currentTarget.value as TicketCategory })}
      />
      <NativeSelect
        size="md"
        label={ticketWords('fields.priority')}
        data={ticketPriorities.map((value) => ({ value, label: ticketWords(`priorities.${value}`) }))}
        value={draft.priority}
        onChange={({ currentTarget }) => change({ ...draft, priority: currentTarget.value as TicketPriority })}
      />
      <Text c="dimmed" size="sm">
        {ticketWords('readers')} {!isConnected && ticketWords('sentLater')}
      </Text>
      <Problem text={problem} />
      <Button type="submit" size="lg" loading={isSending}>
        {ticketWords('send')}
      </Button>
    </form>
  );
}
