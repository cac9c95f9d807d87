import { refusalOf } from '@fairwatch/contract';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ListRow } from '../../core/components/table/columns.ts';
import { PageHeader } from '../../core/components/page/page-header.tsx';
import { useCan, type Guarded } from '../../core/components/can.tsx';
import { ReasonButton } from '../../core/components/buttons/reason-button.tsx';
import { Refusal } from '../../core/components/page/refusal.tsx';
import { KeyHint } from '../../core/shortcuts/keys.tsx';
import { usePageAction } from '../../core/shortcuts/page-actions.ts';
import { CommandHistory, CommandHistoryButton } from './commands/command-history.tsx';
import { CommandProgress } from './commands/command-progress.tsx';
import type { CommandSource } from './commands/command-source.ts';
import { DeviceTag } from './device/device-tag.tsx';
import type { DeviceFeatureList } from './use-device-feature.ts';
import type { Update } from './commands/use-update.ts';
import { useDeviceFeatureTexts, usePageTexts, type PageTexts } from './use-device-feature-texts.ts';

interface DeviceFeatureHeaderProps<Row extends ListRow> {
  list: DeviceFeatureList<Row>;
  /** Buttons beside Update. */
  actions?: ReactNode;
  /** The namespace of its texts, for a feature with several pages; the feature's id by default. */
  texts?: PageTexts;
  /** The commands that the history lists; the feature's own by default. */
  history?: CommandSource;
}

/** The header of every device page: title, device, age of the data, Update and the command history. */
export function DeviceFeatureHeader<Row extends ListRow>({
  list,
  actions,
  texts,
  history = list.feature,
}: DeviceFeatureHeaderProps<Row>) {
  const { t } = usePageTexts(texts ?? list.feature.id);
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
            device={list.device}
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
      <Refusal words={clientRefusal(list)} />
      <CommandHistory feature={history} deviceId={list.deviceId} />
    </>
  );
}

/** The refusal to show under the header. A hidden notice has its own banner, and data that is not shared its own view. */
function clientRefusal({ device, feature, shared }: Pick<DeviceFeatureList<ListRow>, 'device' | 'feature' | 'shared'>) {
  return shared && device !== null ? refusalOf(device.offers, feature.command) : null;
}

interface UpdateButtonProps extends Update {
  use: Guarded;
  /** The title of the page, for the label. */
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
