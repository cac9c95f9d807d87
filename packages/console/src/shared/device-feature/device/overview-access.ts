/** The access to a device's overview. It is separate from its endpoint, so that pages that link to it do not load the endpoint's schemas. */
export const overviewAccess = { access: { permission: 'OVERVIEW', level: 'READ_ONLY' } } as const;
