import { refusalOf } from '@fairwatch/contract';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../components/columns.ts';
import { PageHeader } from '../components/page-header.tsx';
import { useCan, type Guarded } from '../components/can.tsx';
import { ReasonButton } from '../components/reason-button.tsx';
import { Refusal } from '../components/refusal.tsx';
import { KeyHint } from '../shortcuts/key-hint.tsx';
import { usePageAction } from '../shortcuts/page-actions.ts';
import { CommandHistory, CommandHistoryButton } from './command-history.tsx';
import { CommandProgress } from './command-progress.tsx';
import type { CommandSource } from './command-source.ts';
import { DeviceTag } from './device-tag.tsx';
import type { DeviceFeatureList } from './use-device-feature.ts';
import type { Update } from './use-update.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface DeviceFeatureHeaderProps<Row extends ListRow> {
  list: DeviceFeatureList<Row>;
  /** Buttons beside Update. */
  actions?: ReactNode;
  /** The namespace of its words, for a feature with several pages; the feature's id unless given. */
  texts?: string;
  /** Whose commands the history lists; the feature's own unless given. */
  history?: CommandSource;
}

/** The top of every device page: what and whose it is, how fresh, Update and the command history. */
export function DeviceFeatureHeader<Row extends ListRow>({
  list,
  actions,
  texts,
  history = list.feature,
}: DeviceFeatureHeaderProps<Row>) {
  const { t } = useTranslation(texts ?? list.feature.id);
  const title = t('title');
  return (
    <>
      <PageHeader
        title={title}
        aside={<DeviceTag device={list.device} loading={list.deviceLoading} />}
        subtitle={
          <CommandProgress
            commands={list.commands}
            own={list.feature.command}
            deviceId={list.deviceId}
            status={list.device?.status}
            receiving={t('receiving', { defaultValue: '' })}
          />
        }
        actions={
          <>
            {actions}
            <CommandHistoryButton />
            <UpdateButton {...list.update} use={list.feature.update} page={title} />
          </>
        }
      />
      <Refusal words={refusedBy(list)} />
      <CommandHistory feature={history} deviceId={list.deviceId} />
    </>
  );
}

/** The note that is not shown has a banner of its own, and what is not shared says in its place that it is not offered. */
function refusedBy({ device, feature, shared }: Pick<DeviceFeatureList<ListRow>, 'device' | 'feature' | 'shared'>) {
  return shared && device !== null ? refusalOf(device.offers, feature.command) : null;
}

interface UpdateButtonProps extends Update {
  use: Guarded;
  /** What is updated. */
  page: string;
}

function UpdateButton({ start, sending, reason, use, page }: UpdateButtonProps) {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(use);
  const label = t('updatePage', { page });
  usePageAction(allowed ? { id: 'update', label, icon: IconRefresh, key: 'u', main: true, reason, run: start } : null);
  return (
    <ReasonButton
      leftSection={<IconRefresh size={16} aria-hidden />}
      reason={reason}
      hint={<KeyHint words={label} keys="u" />}
      keys="u"
      loading={sending}
      onClick={start}
    >
      {t('update')}
    </ReasonButton>
  );
}
