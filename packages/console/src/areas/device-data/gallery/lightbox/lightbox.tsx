import { Group } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconInfoCircle,
  IconX,
  IconZoomIn,
  IconZoomOut,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { GalleryItem } from '@fairwatch/contract';
import { useModal } from '../../../../core/components/overlays/use-modal.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './lightbox.module.css';
import { OriginalAction } from './original-action.tsx';
import { Stage } from './stage.tsx';
import type { Gallery } from '../use-gallery.ts';
import type { Items } from '../use-items.ts';
import type { Originals } from '../use-fetched-originals.ts';
import { useZoom } from './use-zoom.ts';
import { Facts } from '../../../../core/components/page/facts.tsx';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { lengthText } from '../../../../core/components/time/time-texts.ts';
import type { Texts } from '../../../../core/i18n/translate.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { takenText } from '../media-texts.ts';

interface LightboxProps {
  gallery: Gallery;
  items: Items;
  originals: Originals;
  position: number;
  onMove: (position: number) => void;
  onClose: () => void;
}

/** Shows one photo or video in the full window, with zoom, details and navigation. */
export function Lightbox({ gallery, items, originals, position, onMove, onClose }: LightboxProps) {
  const { t } = useTranslation('gallery');
  const { total, addressOf } = gallery;
  const modal = useModal(onClose);
  const [isDetailsOpen, setIsDetailsOpen] = useState(false);
  const item = items.at(position);
  const move = (to: number) => {
    if (to >= 0 && to < total && to !== position) onMove(to);
  };
  const zoom = useZoom(position, (direction) => move(position + direction));

  useEffect(() => {
    // A button that disappears after use loses the focus, so it moves to the dialog, which handles the keys.
    if (document.activeElement === document.body) modal.ref.current?.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    // The video player has its own keys.
    if (event.target instanceof HTMLVideoElement) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => move(position - 1),
      ArrowRight: () => move(position + 1),
      Home: () => move(0),
      End: () => move(total - 1),
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      '0': zoom.reset,
      i: () => setIsDetailsOpen(!isDetailsOpen),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };

  return (
    <dialog
      {...modal}
      className={classes.dialog}
      tabIndex={-1}
      aria-label={item?.fileName ?? t('lightbox.loading')}
      onKeyDown={onKeyDown}
    >
      <Group component="header" wrap="nowrap" gap="xs" p="0.5rem 0.75rem">
        <Tool icon={IconX} label="close" onClick={onClose} />
        <div className="fw-grow">
          <div className="fw-strong fw-ellipsis">{item?.fileName ?? t('lightbox.loading')}</div>
          <output className="fw-note">{t('lightbox.label', { place: position + 1, total })}</output>
        </div>
        {item?.kind === 'PHOTO' && (
          <>
            <Tool wide icon={IconZoomOut} label="zoomOut" disabled={zoom.scale <= 1} onClick={zoom.zoomOut} />
            <Tool wide icon={IconZoomIn} label="zoomIn" onClick={zoom.zoomIn} />
          </>
        )}
        <Tool
          icon={IconInfoCircle}
          label="details"
          pressed={isDetailsOpen}
          onClick={() => setIsDetailsOpen(!isDetailsOpen)}
        />
      </Group>
      <Group wrap="nowrap" gap={4} px={4} flex={1} mih={0} pos="relative">
        <Tool
          wide
          icon={IconChevronLeft}
          label="previous"
          disabled={position === 0}
          onClick={() => move(position - 1)}
        />
        <Stage key={item?.id} item={item} addressOf={addressOf} zoom={zoom} />
        <Tool
          wide
          icon={IconChevronRight}
          label="next"
          disabled={position === total - 1}
          onClick={() => move(position + 1)}
        />
        {isDetailsOpen && item && <Details item={item} />}
      </Group>
      <Group component="footer" justify="center" gap="xs" mih={56} p="0.5rem 0.75rem">
        {item && (
          <OriginalAction
            item={item}
            originals={originals}
            saveAddress={item.fileHash === null ? null : addressOf(item.fileHash, 'full', item.fileName)}
          />
        )}
      </Group>
    </dialog>
  );
}

interface ToolProps {
  icon: TablerIcon;
  /** The key of its label. */
  label: 'close' | 'zoomOut' | 'zoomIn' | 'details' | 'previous' | 'next';
  /** Hides it on a phone, where fingers do the same. */
  wide?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}

function Tool({ icon: Icon, label, wide, disabled, pressed, onClick }: ToolProps) {
  const { t } = useTranslation('gallery');
  return (
    <button
      type="button"
      className={classes.button}
      data-wide={wide}
      aria-label={t(`lightbox.${label}`)}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon aria-hidden />
    </button>
  );
}

/** The panel with an item's metadata. */
function Details({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const facts: [name: keyof Texts['gallery']['facts'], value: ReactNode][] = [
    ['fileName', item.fileName],
    ['takenAt', takenText(item.takenAt)],
    ['album', item.album],
    ['size', sizeText(item.size, currentLanguage())],
    ['dimensions', `${item.width} × ${item.height}`],
    ['duration', item.durationMs === null ? null : lengthText(item.durationMs)],
    ['mimeType', item.mimeType],
    ['original', t(`facts.${item.fileHash === null ? 'away' : 'here'}`)],
    ['fileHash', item.fileHash && <code key="hash">{item.fileHash}</code>],
  ];
  return (
    <aside className={classes.details} aria-label={t('lightbox.details')}>
      <Facts dense facts={facts.flatMap(([name, value]) => (value === null ? [] : [[t(`facts.${name}`), value]]))} />
    </aside>
  );
}
