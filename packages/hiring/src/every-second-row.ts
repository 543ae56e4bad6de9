/**
 * The condition, of which PostgreSQL knows too little. It takes `coalesce` to be true of every second row, whatever is in it; its
 * own guess would be so low that it would read the whole catalogue and sort it.
 */
export const ofEverySecondRow = (condition: string): string => `coalesce(${condition}, false)`;
