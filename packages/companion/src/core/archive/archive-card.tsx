import { percentOf } from '@fairwatch/contract';
import { Button, Group, Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconDownload } from '@tabler/icons-react';
import { Card } from '../components/card.tsx';
import { Problem } from '../components/problem.tsx';
import { sizeText } from '../files/size-text.ts';
import { useCompanion, useLive } from '../live/companion-context.ts';
import type { Companion } from '../live/companion.ts';
import { useStore } from '../store/store.ts';
import { ArchiveDownload, type ArchiveState } from './archive-download.ts';
import { removeArchiveFile } from './archive-file.ts';

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
export function ArchiveCard({ title = 'Everything about you', note }: ArchiveCardProps) {
  const download = downloadOf(useCompanion());
  const { now } = useStore(download.state, (value) => value);
  return (
    <Card title={title}>
      <Text>
        A file with all that the server holds about you: what was collected, who looked at it, messages and tickets.
      </Text>
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
          {now.phase === 'failed' ? 'Try again' : 'Get everything about me'}
        </Button>
      )}
    </Card>
  );
}

function Progressing({ now }: { now: ArchiveState }) {
  const isConnected = useLive((live) => live.connection === 'connected');
  if (now.phase === 'waiting') {
    return (
      <Text c="dimmed">
        {isConnected
          ? 'The server puts it together. That may take some minutes; you can use other pages meanwhile.'
          : 'The server is asked as soon as it is connected. Leave this page open.'}
      </Text>
    );
  }
  if (now.phase !== 'fetching') return null;
  const percent = now.size === 0 ? 100 : percentOf(now.received, now.size);
  return (
    <>
      <Text c="dimmed">
        Downloading: {sizeText(now.received)} of {sizeText(now.size)}
      </Text>
      <Progress value={percent} aria-label="Download" mt="xs" />
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
        Your file is ready ({sizeText(size)}). The server deletes its copy on{' '}
        {new Date(expiresAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}.
      </Text>
      <Group grow>
        <Button size="md" variant="default" onClick={onForget}>
          Done
        </Button>
        <Button size="md" px="xs" component="a" href={url} download={name}>
          Save the file
        </Button>
      </Group>
    </>
  );
}
