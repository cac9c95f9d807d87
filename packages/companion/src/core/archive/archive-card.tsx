import { percentOf } from '@fairwatch/contract';
import { archiveReadyText, archiveWords, downloadingText } from '@fairwatch/device/words';
import { Button, Group, Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconDownload } from '@tabler/icons-react';
import { Card } from '../components/card.tsx';
import { Problem } from '../components/problem.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import type { Companion } from '../live/companion.ts';
import { useStore } from '../store/use-store.ts';
import { ArchiveDownload, type ArchiveState } from './archive-download.ts';
import { removeArchiveFile } from './archive-file.ts';
import { commonText } from '../texts/common.texts.ts';

/** One download per joined device, so that it goes on while the person looks at other pages. */
const downloads = new WeakMap<Companion, ArchiveDownload>();

function downloadOf(companion: Companion): ArchiveDownload {
  let download = downloads.get(companion);
  if (!download) {
    download = new ArchiveDownload(companion.client);
    downloads.set(companion, download);
    // Deletes the archive that an earlier visit fetched and did not clean up.
    void removeArchiveFile();
  }
  return download;
}

interface ArchiveCardProps {
  title?: string;
  /** Further text for the page that shows the card. */
  note?: string;
}

/** Lets the person download everything that the server holds about them as one file. */
export function ArchiveCard({ title = archiveWords('title'), note }: ArchiveCardProps) {
  const download = downloadOf(useCompanion());
  const { now } = useStore(download.state, (value) => value);
  return (
    <Card title={title}>
      <Text>{archiveWords('what')}</Text>
      {note !== undefined && <Text>{note}</Text>}
      <div aria-live="polite">
        <Progressing now={now} />
      </div>
      {now.phase === 'failed' && <Problem text={now.problem} />}
      {now.phase === 'ready' ? (
        <Ready now={now} onForget={() => download.forget()} />
      ) : (
        <Button
          size="md"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={now.phase === 'waiting' || now.phase === 'fetching'}
          onClick={() => void download.start()}
        >
          {now.phase === 'failed' ? archiveWords('again') : archiveWords('get')}
        </Button>
      )}
    </Card>
  );
}

function Progressing({ now }: { now: ArchiveState }) {
  const isConnected = useLive((live) => live.connection === 'connected');
  if (now.phase === 'waiting') {
    return <Text c="dimmed">{isConnected ? archiveWords('waiting') : archiveWords('notConnected')}</Text>;
  }
  if (now.phase !== 'fetching') return null;
  const percent = now.size === 0 ? 100 : percentOf(now.received, now.size);
  return (
    <>
      <Text c="dimmed">{downloadingText(now.received, now.size)}</Text>
      <Progress value={percent} aria-label={commonText('archive.download')} mt="xs" />
    </>
  );
}

interface ReadyProps {
  now: Extract<ArchiveState, { phase: 'ready' }>;
  onForget: () => void;
}

/** The link to save the file again, after it was saved automatically once. */
function Ready({ now: { url, name, size, expiresAt }, onForget }: ReadyProps) {
  return (
    <>
      <Text component="output" display="block">
        {archiveReadyText(size, expiresAt)}
      </Text>
      <Group grow>
        <Button size="md" variant="default" onClick={onForget}>
          {commonText('archive.done')}
        </Button>
        <Button size="md" px="xs" component="a" href={url} download={name}>
          {commonText('archive.save')}
        </Button>
      </Group>
    </>
  );
}
