await import('../e2e/engines/index.ts');
