/** Voice messages, for the console and the companion: recording one, and the shape of its sound. */
export * from './recording.ts';
export * from './waveform.ts';
