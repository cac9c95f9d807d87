import { alertFacts, type Alert } from '@fairwatch/contract';
import { Button, Stack } from '@mantine/core';
import { IconBellRinging, IconCheck, IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ToneBadge } from '../../../core/components/badges/tone-badge.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './alerts.module.css';

interface AlertRowProps {
  alert: Alert;
  selected: boolean;
  select: (on: boolean) => void;
  acknowledge: () => void;
}

/** One alert: what happened, to which device, when it began and ended, and who has acknowledged it. */
export function AlertRow({ alert, selected, select, acknowledge }: AlertRowProps) {
  const { t } = useTranslation('alerts');
  const link = useDeviceLink()(alert.deviceId);
  const { words, device, rule, ruleId, acknowledgedAt } = alert;
  return (
    <li className={classes.row}>
      <input
        type="checkbox"
        aria-label={t('history.select', { words, device })}
        checked={selected}
        disabled={acknowledgedAt !== null}
        onChange={({ currentTarget }) => select(currentTarget.checked)}
      />
      <Stack component="span" gap={0} className="fw-grow">
        <strong>{words}</strong>
        <span>{link === null ? device : <Link to={link}>{device}</Link>}</span>
        <small>{ruleId === null ? t('history.deletedRule', { name: rule }) : rule}</small>
        <Times {...alert} />
      </Stack>
      <State {...alert} />
      {acknowledgedAt === null && (
        <Button
          variant="light"
          size="compact-sm"
          aria-label={t('history.acknowledgeNamed', { words, device })}
          onClick={acknowledge}
        >
          {t('history.acknowledgeOne')}
        </Button>
      )}
    </li>
  );
}

function Times({ event, beganAt, endedAt, acknowledgedAt, acknowledgedBy }: Alert) {
  const { t } = useTranslation('alerts');
  const { lasts } = alertFacts[event];
  return (
    <small>
      <TimedText words={t(lasts ? 'history.began' : 'history.happened')} at={beganAt} />
      {lasts && endedAt !== null && (
        <>
          {' · '}
          <TimedText words={t('history.over')} at={endedAt} />
        </>
      )}
      {acknowledgedAt !== null && (
        <>
          {' · '}
          <TimedText words={t('history.acknowledgedBy', { name: acknowledgedBy ?? '' })} at={acknowledgedAt} />
        </>
      )}
    </small>
  );
}

function State({ event, endedAt, acknowledgedAt }: Alert) {
  const { t } = useTranslation('alerts');
  if (endedAt === null) return <ToneBadge icon={IconBellRinging} tone="bad" label={t('state.FIRING')} />;
  if (acknowledgedAt !== null) return <ToneBadge icon={IconCheck} tone="quiet" label={t('state.ACKNOWLEDGED')} />;
  return (
    <ToneBadge icon={IconFlag} tone="waiting" label={t(alertFacts[event].lasts ? 'state.OVER' : 'state.HAPPENED')} />
  );
}
