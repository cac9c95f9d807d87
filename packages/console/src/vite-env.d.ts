interface ImportMetaEnv {
  readonly VITE_ENVIRONMENT?: string;
  readonly VITE_API_URL_LOCAL?: string;
  readonly VITE_API_URL_DEVELOPER?: string;
  readonly VITE_API_URL_DEMO?: string;
}
