/** Where figures for Prometheus are served. */
export const metricsPath = '/metrics';
