await import('../packages/server/src/cli/audit-verify.ts');
