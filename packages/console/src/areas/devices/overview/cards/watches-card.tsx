import { deviceWatches, foldedZones, limits, watchKinds, type Watch, type WatchCursor } from '@fairwatch/contract';
import { Button, Stack } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../../core/api/query.ts';
import { Card } from '../../../../core/components/page/card.tsx';
import { TimedText } from '../../../../core/components/time/timed-text.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { permittedActions } from '../../../../shared/schedule-form/schedule-draft.ts';
import { useAdminSession } from '../../../../core/session/session-store.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';

// Lazy, because few visits set a schedule.
const ScheduleDialog = lazyDialog(
  async () => (await import('../../../../shared/schedule-form/schedule-dialog.tsx')).ScheduleDialog,
);

interface WatchesCardProps {
  deviceId: number;
  deviceName: string;
}

/** What watches the device by itself, as its person sees it too. From here a schedule for the device is set. */
export function WatchesCard({ deviceId, deviceName }: WatchesCardProps) {
  const { t } = useTranslation('overview');
  const [opened, setOpened] = useState(false);
  const { data, error } = useQuery(query(deviceWatches, { deviceId }));
  const mayCreate = permittedActions(useAdminSession()).length > 0;
  return (
    <Card
      title={t('watches.title')}
      aside={
        mayCreate && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCalendarRepeat size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpened(true)}
          >
            {t('watches.schedule')}
          </Button>
        )
      }
    >
      {error && !data && <p className="fw-muted">{error.message}</p>}
      {data?.data.length === 0 && <p className="fw-muted">{t('watches.none')}</p>}
      <ul className="fw-lines">
        {data?.data.map((watch) => (
          <WatchLine key={`${watch.kind} ${watch.id}`} {...watch} />
        ))}
      </ul>
      {data && <Further deviceId={deviceId} page={data.data} of="OTHERS" />}
      {data?.data.some(({ kind }) => kind === foldedZones) && (
        <More deviceId={deviceId} after={{ kind: 'ZONE', id: 0 }} of="ZONES" />
      )}
      {opened && (
        <ScheduleDialog schedule={null} device={{ id: deviceId, name: deviceName }} close={() => setOpened(false)} />
      )}
    </Card>
  );
}

/** The zones, which are one line of the list, or what does not fit into it. */
type MoreOf = 'ZONES' | 'OTHERS';

/** What comes after a page that is full. */
function Further({ deviceId, page, of }: { deviceId: number; page: readonly Watch[]; of: MoreOf }) {
  const last = page.findLast(({ kind }) =>
    of === 'ZONES' ? kind === 'ZONE' : kind !== 'ZONE' && kind !== foldedZones,
  );
  const kind = watchKinds.find((each) => each === last?.kind);
  if (page.length < limits.schedule.shownToPerson || last === undefined || kind === undefined) return null;
  return <More deviceId={deviceId} after={{ kind, id: last.id }} of={of} />;
}

interface MoreProps {
  deviceId: number;
  after: WatchCursor;
  of: MoreOf;
}

/** A button that reads the next page when it is asked for. */
function More({ deviceId, after, of }: MoreProps) {
  const { t } = useTranslation('overview');
  const [opened, setOpened] = useState(false);
  if (opened) return <NextPage deviceId={deviceId} after={after} of={of} />;
  const isFirst = of === 'ZONES' && after.id === 0;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
      {t(isFirst ? 'watches.zones' : 'watches.more')}
    </Button>
  );
}

function NextPage({ deviceId, after, of }: MoreProps) {
  const { data, error } = useQuery(query(deviceWatches, { deviceId, after }));
  if (!data) return error && <p className="fw-muted">{error.message}</p>;
  // The zones come last.
  const watches = data.data.filter(({ kind }) => (kind === 'ZONE') === (of === 'ZONES'));
  return (
    <>
      <ul className="fw-lines">
        {watches.map((watch) => (
          <WatchLine key={`${watch.kind} ${watch.id}`} {...watch} />
        ))}
      </ul>
      {watches.length === data.data.length && <Further deviceId={deviceId} page={watches} of={of} />}
    </>
  );
}

function WatchLine({ name, purpose, what, when, setBy, setAt, paused, lastAt }: Watch) {
  const { t } = useTranslation('overview');
  return (
    <Stack component="li" gap={2} py={10}>
      <strong>
        {name}
        {paused && <span className="fw-muted"> {t('watches.paused')}</span>}
      </strong>
      <span>
        {what}. {when}
      </span>
      <span className="fw-muted">{purpose}</span>
      <span className="fw-muted">
        <TimedText words={t('watches.setBy', { name: setBy })} at={setAt} />
      </span>
      {lastAt === null && <span className="fw-muted">{t('watches.silent')}</span>}
      {typeof lastAt === 'string' && (
        <span className="fw-muted">
          <TimedText words={t('watches.fired')} at={lastAt} />
        </span>
      )}
    </Stack>
  );
}
