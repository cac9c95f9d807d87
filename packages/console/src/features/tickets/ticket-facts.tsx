import type { TicketDetail } from '@fairwatch/contract';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../core/components/can.tsx';
import { Facts } from '../../core/components/facts.tsx';
import { Moment } from '../../core/components/moment.tsx';
import { PersonName } from '../../core/components/person-name.tsx';
import { overviewAccess } from '../../core/device-feature/overview-access.ts';
import { LinkedText } from './links.tsx';
import { PriorityOf, StatusOf } from './ticket-badges.tsx';
import classes from './ticket.module.css';
import { useTicketTexts } from './use-ticket-texts.ts';

/** What the ticket says about itself: beside the conversation, or above it and folded where there is little room. */
export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTicketTexts();
  const beside = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const [unfolded, setUnfolded] = useState(false);
  const { description, clientUsername, device, category, priority, status, date, updatedAt } = ticket;
  return (
    <details
      className={classes.facts}
      open={beside || unfolded}
      onToggle={({ currentTarget }) => !beside && setUnfolded(currentTarget.open)}
    >
      <summary className={classes.summary} hidden={beside}>
        {t('ticket.details')}
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <div className={classes.inner}>
        <h2 className={classes.factsTitle}>{t('ticket.description')}</h2>
        <p className={classes.description} dir="auto">
          <LinkedText text={description} />
        </p>
        <div className={classes.list}>
          <Facts
            dense
            facts={[
              [t('ticket.client'), <PersonName key="client" name={clientUsername} />],
              ...(device === null ? [] : [[t('ticket.device'), <DeviceLink key="device" {...device} />] as const]),
              [t('ticket.status'), <StatusOf key="status" status={status} />],
              [t('ticket.priority'), <PriorityOf key="priority" priority={priority} />],
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
  const mayOpen = useCan(overviewAccess);
  if (!mayOpen) return deviceName;
  return (
    <Link to={`/device/overview/${deviceId}`} className={classes.link}>
      {deviceName}
    </Link>
  );
}
