import { IconChevronLeft, IconChevronRight, IconInfoCircle, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useModal } from '../../../../core/components/overlays/use-modal.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { Details } from './details.tsx';
import classes from './lightbox.module.css';
import { OriginalAction } from './original-action.tsx';
import { Stage } from './stage.tsx';
import type { Gallery } from '../use-gallery.ts';
import type { Items } from '../use-items.ts';
import type { Originals } from '../use-fetched-originals.ts';
import { useZoom } from './use-zoom.ts';

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
      <header className={classes.top}>
        <button type="button" className={classes.button} aria-label={t('lightbox.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
        <div className={classes.words}>
          <span className={classes.name}>{item?.fileName ?? t('lightbox.loading')}</span>
          <output className={classes.place}>{t('lightbox.label', { place: position + 1, total })}</output>
        </div>
        {item?.kind === 'PHOTO' && (
          <>
            <button
              type="button"
              className={classes.button}
              data-wide
              aria-label={t('lightbox.zoomOut')}
              disabled={zoom.scale <= 1}
              onClick={zoom.zoomOut}
            >
              <IconZoomOut size={20} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.button}
              data-wide
              aria-label={t('lightbox.zoomIn')}
              onClick={zoom.zoomIn}
            >
              <IconZoomIn size={20} aria-hidden />
            </button>
          </>
        )}
        <button
          type="button"
          className={classes.button}
          aria-label={t('lightbox.details')}
          aria-pressed={isDetailsOpen}
          onClick={() => setIsDetailsOpen(!isDetailsOpen)}
        >
          <IconInfoCircle size={20} aria-hidden />
        </button>
      </header>
      <div className={classes.middle}>
        <NavigationButton to="previous" disabled={position === 0} onClick={() => move(position - 1)} />
        <Stage key={item?.id} item={item} addressOf={addressOf} zoom={zoom} />
        <NavigationButton to="next" disabled={position === total - 1} onClick={() => move(position + 1)} />
        {isDetailsOpen && item && <Details item={item} />}
      </div>
      <footer className={classes.bottom}>
        {item && (
          <OriginalAction
            item={item}
            originals={originals}
            saveAddress={item.fileHash === null ? null : addressOf(item.fileHash, 'full', item.fileName)}
          />
        )}
      </footer>
    </dialog>
  );
}

function NavigationButton({
  to,
  disabled,
  onClick,
}: {
  to: 'previous' | 'next';
  disabled: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation('gallery');
  const Icon = to === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      className={classes.turn}
      data-to={to}
      aria-label={t(`lightbox.${to}`)}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={26} aria-hidden />
    </button>
  );
}
