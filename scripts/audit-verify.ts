await import('../packages/server/src/audit-verify.ts');
