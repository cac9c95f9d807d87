import { commandWords, deviceCommands, type Command } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../core/api/query.ts';
import { Card } from '../../../../core/components/page/card.tsx';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { StepBadge } from '../../../../core/components/badges/step-badge.tsx';
import { CancelCommand } from '../../../../shared/device-feature/commands/cancel-command.tsx';
import { Percent } from '../../../../shared/device-feature/commands/progress-bar.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { RunLink } from '../../../../shared/run-progress/run-link.tsx';
import { LoadingLines } from '../loading-lines.tsx';

const shown = 8;

/** The latest commands of all types to the device, with their steps. */
export function LastCommands({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('overview');
  const { data, error, refetch } = useQuery(query(deviceCommands, { deviceId, pageSize: shown }));
  const commands = data?.data;
  return (
    <Card title={t('commands.title')}>
      {commands === undefined && (error ? <ErrorView error={error} retry={refetch} /> : <LoadingLines count={4} />)}
      {commands?.length === 0 && <p className="fw-muted">{t('commands.empty')}</p>}
      {commands !== undefined && commands.length > 0 && (
        <ul className="fw-lines">
          {commands.map((command) => (
            <CommandLine key={command.id} deviceId={deviceId} command={command} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CommandLine({ deviceId, command }: { deviceId: number; command: Command }) {
  const { t } = useTranslation('overview');
  const { commandTypeEnum, details, stepType, progress, requestedBy, createdAt, errorDetails, runId } = command;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py={7}>
      <Group component="span" gap="0 0.75rem" miw={0}>
        <span className="fw-ellipsis">{commandWords(commandTypeEnum, details).title}</span>
        <span className="fw-muted">
          {t('commands.by', { who: requestedBy })}, <RelativeTime at={createdAt} />{' '}
          {runId !== null && <RunLink runId={runId} />}
        </span>
        {errorDetails !== null && <span className="fw-muted">{errorDetails}</span>}
      </Group>
      <span className="fw-inline">
        <StepBadge command={command} />
        {progress !== null && stepType === 'RUNNING' && <Percent percent={progress} />}
        <CancelCommand command={command} deviceId={deviceId} />
      </span>
    </Group>
  );
}
