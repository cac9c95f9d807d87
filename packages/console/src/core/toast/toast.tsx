import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { toast, useToaster, resolveValue, type DefaultToastOptions } from 'react-hot-toast/headless';
import { limits } from '@fairwatch/contract';
import { textOfError } from '../api/api-error.ts';
import { i18n } from '../i18n/i18n.ts';
import { raiseToasts, toastLayer } from './toast-layer.ts';
import classes from './toast.module.css';
import { ToastMark } from './toast-mark.tsx';

export { toast } from 'react-hot-toast/headless';

/** How long each type of toast stays. The library shows at most 20 at once by itself, which a test checks. */
const toastOptions: DefaultToastOptions = {
  duration: limits.toast.defaultMs,
  success: { duration: limits.toast.successMs },
  loading: { duration: limits.toast.loadingMs },
  removeDelay: 200,
};

/** Shows a toast for a request: running, succeeded or failed. `failure` replaces the error's own message. Returns the same promise. */
export function toastPromise<Result>(promise: Promise<Result>, failure?: string): Promise<Result> {
  return toast.promise(promise, {
    loading: i18n.t('request.processing'),
    success: i18n.t('request.completed'),
    error: (error: unknown) => failure ?? textOfError(error),
  });
}

/** Hovering pauses the timers for at most this long, so that a toast does not block the content under it for good. */
const maxPauseMs = 10_000;

/**
 * Renders the toasts at the top right below the header, newest first, above open dialogs. Moving the pointer over them pauses their
 * timers for a while. A toast that appears under a resting pointer, as after a click on a button there, is not paused.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(toastOptions);
  useLayoutEffect(() => {
    raiseToasts();
    return () => toastLayer().remove();
  }, []);
  const [isHovered, setIsHovered] = useState(false);
  const isEmpty = toasts.length === 0;
  // A toast that closes under the pointer fires no `mouseleave`, so the state is reset here.
  if (isHovered && isEmpty) setIsHovered(false);
  const { startPause, endPause } = handlers;
  const pause = useEffectEvent(startPause);
  const resume = useEffectEvent(endPause);
  useEffect(() => {
    if (!isHovered) return;
    pause();
    const timer = setTimeout(() => resume(), maxPauseMs);
    return () => {
      clearTimeout(timer);
      resume();
    };
  }, [isHovered]);
  return createPortal(
    <div className={classes.toaster} onMouseMove={() => setIsHovered(true)} onMouseLeave={() => setIsHovered(false)}>
      {toasts.map((item) => (
        <div key={item.id} className={classes.toast} data-type={item.type} data-leaving={!item.visible || undefined}>
          <ToastMark type={item.type} />
          <div className={classes.message} {...item.ariaProps}>
            {resolveValue(item.message, item)}
          </div>
        </div>
      ))}
    </div>,
    toastLayer(),
  );
}
