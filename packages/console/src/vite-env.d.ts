interface ImportMetaEnv {
  readonly VITE_ENVIRONMENT?: string;
  readonly VITE_API_URL_LOCAL?: string;
  readonly VITE_API_URL_DEVELOPER?: string;
  readonly VITE_API_URL_DEMO?: string;
}

/* Modules that vite/world/world-data.ts generates during the build. */
declare module 'virtual:world/countries-110m' {
  export const url: string;
}

declare module 'virtual:world/countries-50m' {
  export const url: string;
}

declare module 'virtual:world/countries-10m' {
  export const url: string;
}

declare module 'virtual:world/towns' {
  export const largeUrl: string;
  /** The folder of the cells' files, with a slash at the end. */
  export const cellsUrl: string;
  export const cells: readonly string[];
}

declare module 'virtual:world/letters' {
  export const fontFaces: Record<string, { url: string; 'unicode-range': string[] }[]>;
}

declare module 'virtual:world/icons' {
  /** The content of an SVG with a view box of 24 x 24, by the kind of place. */
  export const icons: Readonly<Record<string, string>>;
}
