await import('../packages/device/src/load.ts');
