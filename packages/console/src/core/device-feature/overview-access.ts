/** Who may open a device's overview. Apart from its endpoint, so that whoever links there does not carry all it answers. */
export const overviewAccess = { access: { permission: 'OVERVIEW', level: 'READ_ONLY' } } as const;
