import type { TicketDetail } from '@fairwatch/contract';
import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../core/components/can.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { Moment } from '../../../core/components/time/moment.tsx';
import { PersonName } from '../../../core/components/people/person-name.tsx';
import { overviewAccess } from '../../../shared/device-feature/device/overview-access.ts';
import { LinkedText } from './links.tsx';
import { TicketPriorityBadge, TicketStatusBadge } from './ticket-badges.tsx';
import classes from './ticket.module.css';
import { useTicketTexts } from './use-ticket-texts.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/** The details of a ticket: beside the conversation, or collapsed above it on narrow screens. */
export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTicketTexts();
  const isBeside = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const [isExpanded, setIsExpanded] = useState(false);
  const { description, clientName, device, category, priority, status, date, updatedAt } = ticket;
  return (
    <details
      className={`fw-panel ${classes.facts}`}
      open={isBeside || isExpanded}
      onToggle={({ currentTarget }) => !isBeside && setIsExpanded(currentTarget.open)}
    >
      <summary className={classes.summary} hidden={isBeside}>
        {t('ticket.details')}
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <div className={classes.inner}>
        <Title order={2} size="h4" mb={4}>
          {t('ticket.description')}
        </Title>
        <p className={classes.description} dir="auto">
          <LinkedText text={description} />
        </p>
        <div className={classes.list}>
          <Facts
            dense
            facts={[
              [t('ticket.client'), <PersonName key="client" name={clientName} />],
              ...(device === null ? [] : [[t('ticket.device'), <DeviceLink key="device" {...device} />] as const]),
              [t('ticket.status'), <TicketStatusBadge key="status" status={status} />],
              [t('ticket.priority'), <TicketPriorityBadge key="priority" priority={priority} />],
              [t('ticket.category'), t(`category.${category}`)],
              [t('ticket.opened'), <Moment key="opened" at={date} />],
              [t('ticket.updated'), <Moment key="updated" at={updatedAt} />],
            ]}
          />
        </div>
      </div>
    </details>
  );
}

function DeviceLink({ deviceId, deviceName }: NonNullable<TicketDetail['device']>) {
  const canOpen = useCan(overviewAccess);
  if (!canOpen) return deviceName;
  return <Link {...pageLink('/device/overview/$deviceId', { params: { deviceId } })}>{deviceName}</Link>;
}
