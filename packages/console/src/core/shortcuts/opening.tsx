import { lazy, Suspense, type ComponentType } from 'react';

/** A placeholder while a dialog or input loads. It blocks shortcuts, so that text typed meanwhile does not trigger one. */
export function Opening() {
  return <span hidden data-opening />;
}

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const View = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={<Opening />}>
        <View {...props} />
      </Suspense>
    );
  };
}
