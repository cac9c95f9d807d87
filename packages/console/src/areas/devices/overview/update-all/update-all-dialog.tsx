import {
  deviceGrants,
  featureOfCommand,
  nonFinalCommands,
  type DeviceSummary,
  type UpdateCommand,
} from '@fairwatch/contract';
import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { createClientId } from '../../../../core/api/client-id.ts';
import { query } from '../../../../core/api/query.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { useNow } from '../../../../core/components/time/use-now.ts';
import { deviceName } from '../../../../shared/device-feature/device/device-name.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { startDeviceRun } from '../../../../shared/run-progress/start-run.ts';
import { useAdminSession } from '../../../../core/session/session-store.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import { updateKinds, type UpdateKind } from './update-kinds.ts';

interface UpdateAllDialogProps {
  device: DeviceSummary;
  close: () => void;
}

/** Lets the admin choose kinds of data, all that can be updated by default, and starts the run. */
export function UpdateAllDialog({ device, close }: UpdateAllDialogProps) {
  const { t } = useTranslation('overview');
  const session = useAdminSession();
  const { data, error } = useQuery(query(deviceGrants, { deviceId: device.id }));
  const now = useNow();
  const kinds = data && updateKinds(session, { device, grants: data.data, now });
  return (
    <Dialog title={t('updateAll.title', { name: deviceName(device) })} close={close}>
      {error && !data && <p role="alert">{error.message}</p>}
      {!kinds && !error && <Loader size="sm" aria-label={t('updateAll.loading')} />}
      {kinds && <KindsForm deviceId={device.id} kinds={kinds} close={close} />}
    </Dialog>
  );
}

function KindsForm({ deviceId, kinds, close }: { deviceId: number; kinds: readonly UpdateKind[]; close: () => void }) {
  const { t } = useTranslation('overview');
  /** What the admin has taken out, so that a kind that is shared meanwhile is in by default. */
  const [left, setLeft] = useState<ReadonlySet<UpdateCommand>>(new Set());
  const [sending, setSending] = useState(false);
  const { data: open } = useQuery(query(nonFinalCommands, { deviceId }));
  const openCount = open?.data.length ?? 0;
  // The same id until it succeeds: a request whose answer was lost starts nothing twice.
  const clientId = useRef(createClientId());
  const possible = kinds.filter(({ reason }) => reason === null);
  const chosen = possible.filter(({ command }) => !left.has(command)).map(({ command }) => command);
  const toggle = (command: UpdateCommand) => {
    const next = new Set(left);
    if (!next.delete(command)) next.add(command);
    setLeft(next);
  };
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (chosen.length === 0) return;
    setSending(true);
    const run = startDeviceRun({
      deviceId,
      action: { action: 'UPDATE', commands: chosen },
      uses: chosen.flatMap((command) => featureOfCommand(command)?.update ?? []),
      clientId: clientId.current,
    });
    const isStarted = await toastPromise(run).then(
      () => true,
      () => false,
    );
    setSending(false);
    if (isStarted) close();
  }
  return (
    <form className="fw-form" onSubmit={(event) => void submit(event)}>
      <Text size="sm">{t('updateAll.what')}</Text>
      {openCount > 0 && (
        <Text component="output" className="fw-sunken" size="sm" display="block">
          {t('updateAll.open', { count: openCount })}
        </Text>
      )}
      <Stack component="fieldset" gap={2} aria-label={t('updateAll.kinds')}>
        {kinds.map(({ command, title, reason }) => (
          <label key={command} className="fw-check">
            <input
              type="checkbox"
              checked={reason === null && !left.has(command)}
              disabled={reason !== null}
              onChange={() => toggle(command)}
            />
            <span data-tone={reason === null ? undefined : 'quiet'}>
              {title}
              {reason !== null && <span className="fw-note">{reason}</span>}
            </span>
          </label>
        ))}
      </Stack>
      <FormButtons
        cancelLabel={t('updateAll.cancel')}
        cancel={close}
        submitLabel={t('updateAll.submit', { count: chosen.length })}
        saving={sending}
        reason={chosen.length === 0 ? t(possible.length === 0 ? 'updateAll.impossible' : 'updateAll.nothing') : null}
      />
    </form>
  );
}
