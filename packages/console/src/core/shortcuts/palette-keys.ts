/** What opens the palette, as this machine's keyboard names it. */
export const paletteKeys = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
