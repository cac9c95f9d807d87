import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type DefaultToastOptions, resolveValue, toast, type ToastType, useToaster } from 'react-hot-toast/headless';
import { limits } from '@fairwatch/contract';
import { Loader } from '@mantine/core';
import { isServerUnreachable, textOfError } from '../api/api-error.ts';
import { serverReach } from '../connection/server-reach.ts';
import { i18n } from '../i18n/i18n.ts';
import { raiseToasts, toastLayer } from './toast-layer.ts';
import classes from './toast.module.css';

export { toast } from 'react-hot-toast/headless';

/** How long each type of toast stays. The library shows at most 20 at once by itself, which a test checks. */
const toastOptions: DefaultToastOptions = {
  duration: limits.toast.defaultMs,
  success: { duration: limits.toast.successMs },
  loading: { duration: limits.toast.loadingMs },
  removeDelay: 200,
};

/**
 * Shows a toast for a request: running, succeeded or failed. `failure` replaces the error's own message; `success` says what has happened where
 * that is more than that the request is completed. Returns the same promise.
 */
export function toastPromise<Result>(
  promise: Promise<Result>,
  failure?: string,
  success: (result: Result) => string = () => i18n.t('request.completed'),
): Promise<Result> {
  const wasAway = serverReach.get().lostSince !== null;
  return toast.promise(promise, {
    loading: i18n.t('request.processing'),
    success,
    error: (error: unknown) => failure ?? failureText(error, wasAway),
  });
}

/** Says what became of a request without an answer. One that was made while the server was away did not arrive; any other may have. */
function failureText(thrown: unknown, wasAway: boolean): string {
  const error = textOfError(thrown);
  if (!isServerUnreachable(thrown)) return error;
  return i18n.t(wasAway ? 'request.notDone' : 'request.unknown', { error });
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
          <div className="fw-grow" {...item.ariaProps}>
            {resolveValue(item.message, item)}
          </div>
        </div>
      ))}
    </div>,
    toastLayer(),
  );
}

const paths: Partial<Record<ToastType, string>> = {
  success: 'M5.5 10.5l3 3 6-7',
  error: 'M10 5.5v5.5M10 14.2v.1',
};

/** The icon before a toast's text. Blank and custom toasts have none. */
function ToastMark({ type }: { type: ToastType }) {
  if (type === 'loading') return <Loader size={18} aria-hidden />;
  const path = paths[type];
  if (path === undefined) return null;
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden>
      <circle cx="10" cy="10" r="9" fill="currentColor" opacity="0.14" />
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
