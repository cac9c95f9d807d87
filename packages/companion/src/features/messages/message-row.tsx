import type { StoredMessage } from '@fairwatch/device/core';
import { messageKind, messageWords, sentByText } from '@fairwatch/device/words';
import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { IconAlertTriangle, IconBellRinging, IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ToneBadge } from '../../core/components/tone-badge.tsx';
import { useCompanion } from '../../core/live/companion-context.ts';
import { deleteForPerson, openForPerson } from './message-states.ts';
import classes from './messages.module.css';
import { Reply } from './reply.tsx';

const icons = { INFO: IconInfoCircle, WARNING: IconAlertTriangle, ALERT: IconBellRinging } as const;

/** One message. Opening it reports it as read to its sender. */
export function MessageRow({ message }: { message: StoredMessage }) {
  const companion = useCompanion();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { title, message: text, state, notificationType } = message;
  const { kind, label, tone } = messageKind(notificationType);
  const Sign = icons[kind];
  const isNew = state === 'DELIVERED';
  const toggle = () => {
    setIsOpen(!isOpen);
    if (!isOpen) void openForPerson(companion, message);
  };
  return (
    <li className={classes.message} data-new={isNew || undefined}>
      <div className={classes.row}>
        <UnstyledButton className={classes.head} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <span className={classes.marks}>
            <ToneBadge tone={tone}>
              <Sign size={14} aria-hidden />
              {label}
            </ToneBadge>
            {isNew && <ToneBadge tone="bad">{messageWords('isNew')}</ToneBadge>}
          </span>
          <span className={classes.title}>{title}</span>
          <Text component="span" c="dimmed" size="sm">
            {sentByText(message)}
          </Text>
        </UnstyledButton>
        {!isOpen && (
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={messageWords('deleteOne', { title })}
            onClick={() => void deleteForPerson(companion, message)}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isOpen && (
        <div id={id} className={classes.body}>
          <Text className={classes.text} dir="auto">
            {text}
          </Text>
          <Reply message={message} />
          <Button
            size="md"
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => void deleteForPerson(companion, message)}
          >
            {messageWords('delete')}
          </Button>
        </div>
      )}
    </li>
  );
}
