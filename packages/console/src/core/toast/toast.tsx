import { useRef } from 'react';
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

/**
 * Where toasts appear: top right, newest first. Pointing at them holds them; one that appears under a pointer that rests,
 * as it does after a press on a button there, goes as it came.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(toastOptions);
  const held = useRef(false);
  const hold = () => {
    if (!held.current) handlers.startPause();
    held.current = true;
  };
  const letGo = () => {
    if (held.current) handlers.endPause();
    held.current = false;
  };
  return (
    <div className={classes.toaster} onMouseMove={hold} onMouseLeave={letGo}>
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
