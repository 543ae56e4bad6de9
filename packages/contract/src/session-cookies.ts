/** The exact name of each identity system's session cookie (S6). */
export const SESSION_COOKIES = { user: 'app_session_id', admin: 'team_session_id' } as const;
