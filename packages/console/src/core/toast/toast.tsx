import { useEffect, useEffectEvent, useState } from 'react';
import { toast, useToaster, resolveValue, type DefaultToastOptions } from 'react-hot-toast/headless';
import { limits } from '@fairwatch/contract';
import { textOfError } from '../api/api-error.ts';
import { i18n } from '../i18n/i18n.ts';
import classes from './toast.module.css';
import { ToastMark } from './toast-mark.tsx';

export { toast } from 'react-hot-toast/headless';

/** How long each kind stays. The library keeps at most `limits.toast.atOnce` by itself; a test holds it to that. */
const toastOptions: DefaultToastOptions = {
  duration: limits.toast.defaultMs,
  success: { duration: limits.toast.successMs },
  loading: { duration: limits.toast.loadingMs },
  removeDelay: 200,
};

/**
 * Shows a request's whole way: running, done, or what went wrong; `failure` is said instead of the error's own words.
 * The promise itself is returned untouched.
 */
export function toastPromise<Result>(promise: Promise<Result>, failure?: string): Promise<Result> {
  return toast.promise(promise, {
    loading: i18n.t('request.processing'),
    success: i18n.t('request.completed'),
    error: (error: unknown) => failure ?? textOfError(error),
  });
}

/** Long enough to read one. Whoever points at what a toast covers gets it after this time. */
const heldAtMostMs = 10_000;

/**
 * Where toasts appear: top right below the header, newest first. Pointing at them holds them for a while; one that appears under
 * a pointer that rests, as it does after a press on a button there, goes as it came.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(toastOptions);
  const [pointed, setPointed] = useState(false);
  const isEmpty = toasts.length === 0;
  // A toast that goes from under the pointer is not left: the next one can be held all the same.
  if (pointed && isEmpty) setPointed(false);
  const { startPause, endPause } = handlers;
  const pause = useEffectEvent(startPause);
  const goOn = useEffectEvent(endPause);
  useEffect(() => {
    if (!pointed) return;
    pause();
    const timer = setTimeout(() => goOn(), heldAtMostMs);
    return () => {
      clearTimeout(timer);
      goOn();
    };
  }, [pointed]);
  return (
    <div className={classes.toaster} onMouseMove={() => setPointed(true)} onMouseLeave={() => setPointed(false)}>
      {toasts.map((item) => (
        <div key={item.id} className={classes.toast} data-type={item.type} data-leaving={!item.visible || undefined}>
          <ToastMark type={item.type} />
          <div className={classes.message} {...item.ariaProps}>
            {resolveValue(item.message, item)}
          </div>
        </div>
      ))}
    </div>
  );
}
