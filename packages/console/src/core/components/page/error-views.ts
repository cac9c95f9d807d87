import { createContext, type ComponentType } from 'react';

export interface ErrorViewProps {
  error: unknown;
  retry: () => unknown;
}

/** The views of errors that are no failure, by error code. Core does not know what they mean, so the shell provides them. */
export const ErrorViews = createContext<Readonly<Record<string, ComponentType<ErrorViewProps>>>>({});
