/** The zoom level of a single position. */
export const closeUpZoom = 14;
/** Space for the labels and controls around the outermost points, in pixels. */
export const fitPadding = 56;
