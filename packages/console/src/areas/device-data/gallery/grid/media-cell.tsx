import type { GalleryItem } from '@fairwatch/contract';
import { Stack } from '@mantine/core';
import { IconCircleCheck, IconMovie, IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { lengthText } from '../../../../core/components/time/time-texts.ts';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from '../gallery.module.css';
import { altOf } from '../media-texts.ts';
import type { Selection } from '../selection/use-selection.ts';

interface MediaCellProps {
  /** Undefined until the item is loaded. */
  item: GalleryItem | undefined;
  position: number;
  /** The offset in the section, in pixels. */
  top: number;
  left: number;
  active: boolean;
  selection: Selection;
  addressOf: ContentAddressOf;
  onFocus: (position: number) => void;
  onOpen: (position: number) => void;
}

/** One photo or video in the grid. A click opens it, or selects it once something is selected. */
export function MediaCell({
  item,
  position,
  top,
  left,
  active,
  selection,
  addressOf,
  onFocus,
  onOpen,
}: MediaCellProps) {
  const { t } = useTranslation('gallery');
  const selected = item !== undefined && selection.has(item);

  const select = (extend: boolean) => {
    if (extend) selection.extendTo(position);
    else if (item) selection.toggle(item, position);
  };
  const onClick = (event: MouseEvent) => {
    const selecting = selection.chosen.size > 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (selecting) select(event.shiftKey);
    else if (item) onOpen(position);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (item) onOpen(position);
    }
    if (event.key === ' ') {
      event.preventDefault();
      select(event.shiftKey);
    }
  };

  return (
    <li className={classes.cell} style={{ top, left }} data-selected={selected || undefined}>
      <button
        type="button"
        className={classes.open}
        data-place={position}
        tabIndex={active ? 0 : -1}
        aria-label={item ? altOf(item) : t('lightbox.loading')}
        onFocus={() => onFocus(position)}
        onClick={onClick}
        onKeyDown={onKeyDown}
        // Some browsers click the button on keyup, even if keydown was prevented.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      >
        {item && <Preview item={item} address={addressOfPreview(item, addressOf)} />}
        {item && item.durationMs !== null && (
          <span className={`fw-inline ${classes.length}`} aria-hidden>
            <IconPlayerPlayFilled size={11} />
            {lengthText(item.durationMs)}
          </span>
        )}
        {item && item.fileHash !== null && (
          <span className={`fw-inline ${classes.here}`} title={t('onServer')}>
            <IconCircleCheck size={16} aria-hidden />
          </span>
        )}
      </button>
      {item && (
        <input
          type="checkbox"
          className={classes.check}
          tabIndex={-1}
          aria-label={t('select', { name: item.fileName })}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => select(event.shiftKey)}
        />
      )}
    </li>
  );
}

function addressOfPreview({ previewHash }: GalleryItem, addressOf: ContentAddressOf): string | null {
  return previewHash === null ? null : addressOf(previewHash, 'thumbnail');
}

interface PreviewProps {
  item: GalleryItem;
  /** Null when the item has no preview, or while the content ticket is being loaded. */
  address: string | null;
}

/** The thumbnail of an item, or a placeholder with its name when there is none or it fails to load. */
function Preview({ item, address }: PreviewProps) {
  /** Stored by address, because a renewed address may work. */
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  if (item.previewHash !== null && address === null) return null;
  if (address === null || failedAddress === address) return <Placeholder item={item} />;
  return (
    <img
      className={classes.picture}
      src={address}
      alt={altOf(item)}
      decoding="async"
      draggable={false}
      onError={() => setFailedAddress(address)}
    />
  );
}

function Placeholder({ item: { kind, fileName } }: { item: GalleryItem }) {
  const Icon = kind === 'PHOTO' ? IconPhoto : IconMovie;
  return (
    <Stack component="span" align="center" justify="center" gap={6} h="100%" p="xs" c="dimmed">
      <Icon size={28} stroke={1.3} aria-hidden />
      <span className="fw-note fw-two-lines">{fileName}</span>
    </Stack>
  );
}
