import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { Refusal } from '../../../../core/components/page/refusal.tsx';
import { ProgressBar } from '../../../../shared/device-feature/commands/progress-bar.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { RunLink } from '../../../../shared/run-progress/run-link.tsx';
import type { Gallery } from '../use-gallery.ts';
import type { Items } from '../use-items.ts';
import type { Originals } from '../use-fetched-originals.ts';
import type { SelectedItem, Selection } from './use-selection.ts';
import { textOfError } from '../../../../core/api/api-error.ts';
import { saveAs } from '../../../../core/content/save-as.ts';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import { toast } from '../../../../core/toast/toast.tsx';

interface SelectionBarProps {
  gallery: Gallery;
  items: Items;
  selection: Selection;
  originals: Originals;
}

/** The actions of the selection, and the progress of the originals that are being fetched. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, originals } = props;
  const isFetching = originals.runs.length > 0;
  if (selection.chosen.size === 0 && !isFetching) return null;
  return (
    <Stack className="fw-selection-bar" gap="xs">
      {isFetching && <FetchProgress originals={originals} />}
      {selection.chosen.size > 0 && <SelectionActions {...props} />}
    </Stack>
  );
}

function SelectionActions({ gallery, items, selection, originals }: SelectionBarProps) {
  const { t } = useTranslation('gallery');
  const chosen = [...selection.chosen.values()];
  const stored = chosen.filter(({ item }) => item.fileHash !== null || originals.arrived.has(item.id));
  const missing = chosen.filter((each) => !stored.includes(each)).map(({ item }) => item);
  const wanted = missing.filter((item) => !originals.isRequested(item));
  const failures = missing.flatMap(({ id }) => originals.failures.get(id) ?? []);
  const nothingToGet = t(missing.length === 0 ? 'selection.haveAll' : 'selection.onTheWay');
  return (
    <Group component="section" gap="xs" aria-label={t('selection.label')}>
      <CloseButton aria-label={t('selection.clear')} onClick={selection.clear} />
      <output>{t('selection.count', { count: chosen.length })}</output>
      <ReasonButton
        variant="default"
        size="xs"
        reason={originals.reason ?? (wanted.length === 0 ? nothingToGet : null)}
        onClick={() => originals.request(wanted)}
      >
        {t('selection.get', { count: wanted.length })}
      </ReasonButton>
      <ReasonButton
        size="xs"
        reason={stored.length === 0 ? t('selection.haveNone') : null}
        onClick={() => void downloadOriginals(stored, items, gallery.addressOf)}
      >
        {t('selection.download', { count: stored.length })}
      </ReasonButton>
      <Refusal words={originals.refusal} />
      {failures.length > 0 && (
        <Text role="alert" size="xs" w="100%" data-tone="bad">
          {t('queue.failed', { count: failures.length })}: {failures[0]}
        </Text>
      )}
    </Group>
  );
}

function FetchProgress({ originals: { runs, percent, isWaitingForOthers, stop } }: { originals: Originals }) {
  const { t } = useTranslation('gallery');
  return (
    <Group component="section" gap="xs" aria-label={t('queue.label')}>
      <output className="fw-grow">
        {runs[0]?.title} {isWaitingForOthers && <span data-tone="muted">{t('queue.held')}</span>}
      </output>
      {percent !== null && <ProgressBar percent={percent} />}
      {runs.map(({ id }) => (
        <RunLink key={id} runId={id} />
      ))}
      {runs.some(({ mine }) => mine) && (
        <Button variant="default" size="xs" onClick={stop}>
          {t('queue.stop')}
        </Button>
      )}
    </Group>
  );
}

/** The delay between downloads, because browsers drop downloads that start at the same moment. */
const delayMs = 250;
/** How many positions around the original one are searched for an item that has moved since it was selected. */
const maxShift = 5;

/** Downloads the originals one after the other. An item whose original arrived after it was selected is loaded again first. */
async function downloadOriginals(
  chosen: readonly SelectedItem[],
  items: Items,
  addressOf: ContentAddressOf,
): Promise<void> {
  try {
    for (const [index, { item, position }] of chosen.entries()) {
      const fileHash = item.fileHash ?? (await findFileHash(items, item.id, position));
      const address = fileHash === null ? null : addressOf(fileHash, 'full', item.fileName);
      if (address === null) continue;
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      saveAs(address, item.fileName);
    }
  } catch (error) {
    toast.error(textOfError(error));
  }
}

async function findFileHash(items: Items, id: number, position: number): Promise<string | null> {
  const around = await items.between(Math.max(0, position - maxShift), position + maxShift);
  return around.find((item) => item.id === id)?.fileHash ?? null;
}
