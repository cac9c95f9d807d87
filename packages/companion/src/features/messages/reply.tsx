import type { StoredMessage } from '@fairwatch/device/core';
import { messageWords, problemText, replyMaxLength, replyTicket } from '@fairwatch/device/words';
import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconMessages, IconSend2 } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { Problem } from '../../core/components/problem.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import classes from './messages.module.css';

/** The field to answer a message, or the way to the ticket in which the person has. */
export function Reply({ message }: { message: StoredMessage }) {
  const { repliedIn } = message;
  if (repliedIn === undefined) return <ReplyForm message={message} />;
  return (
    <Button
      component={Link}
      href={`/tickets/${repliedIn}`}
      size="md"
      variant="default"
      leftSection={<IconMessages size={18} aria-hidden />}
    >
      {messageWords('seeReply')}
    </Button>
  );
}

function ReplyForm({ message }: { message: StoredMessage }) {
  const companion = useCompanion();
  const isConnected = useLive((live) => live.connection === 'connected');
  const categories = useLive((live) => live.ticketCategories);
  const [typed, setTyped] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsSending(true);
    setProblem(null);
    companion
      .replyToMessage(message.notificationId, replyTicket(message, typed, categories))
      .catch((error: unknown) => setProblem(problemText(error)))
      .finally(() => setIsSending(false));
  };
  return (
    <form className={classes.reply} onSubmit={send}>
      <TextInput
        size="md"
        label={messageWords('reply')}
        description={messageWords('replyReaders')}
        maxLength={replyMaxLength}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {!isConnected && <Text c="dimmed">{messageWords('replyNotConnected')}</Text>}
      <Problem text={problem} />
      <Button
        type="submit"
        size="md"
        loading={isSending}
        disabled={!isConnected || typed.trim() === ''}
        leftSection={<IconSend2 size={18} aria-hidden />}
      >
        {messageWords('sendReply')}
      </Button>
    </form>
  );
}
