const attribute = 'data-mantine-color-scheme';

/** Prints in the colours of the light scheme: browsers leave the dark ground away, and its bright letters would be lost on paper. */
export function printLight(): void {
  const paper = matchMedia('print');
  let onScreen: string | null = null;
  paper.addEventListener('change', () => {
    const { documentElement: root } = document;
    if (paper.matches) {
      onScreen = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    } else if (onScreen !== null) root.setAttribute(attribute, onScreen);
  });
}
