await import('../bench/src/index.ts');
